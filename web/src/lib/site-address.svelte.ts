/**
 * The address by which other devices reach this site. On the machine of the server itself that is not the address of
 * the page: it is the machine's address on the home network, if the server is open to that.
 */
import { fetchNetwork } from "./api";
import { isLocalHost } from "./local-host";

class SiteAddress {
  private network = $state<string | null>(null);
  private asked = false;

  /** Scheme, machine and port, for links that are sent to others. */
  readonly origin = $derived(
    this.network === null ? location.origin : `http://${this.network}${location.port && `:${location.port}`}`,
  );
  /** The page is open on the machine of the server, which is open to the home network. */
  readonly shared = $derived(this.network !== null);
  /** Links lead to this machine alone. */
  readonly local = $derived(isLocalHost(location.hostname) && this.network === null);

  /** Find the address out, once. */
  load(): void {
    if (this.asked || !isLocalHost(location.hostname)) return;
    this.asked = true;
    // Without an answer the page's own address stays, with its warning.
    fetchNetwork().then(
      ({ address }) => (this.network = address),
      () => (this.asked = false),
    );
  }
}

export const siteAddress = new SiteAddress();
