/** What every dialog of the site is given, and how it opens and closes. */
import type { Snippet } from "svelte";
import type { Words } from "../lib/i18n";
import { enterDialog } from "./dialog-history";

export interface DialogProps {
  title: string;
  words: Words;
  close: () => void;
  children: Snippet;
}

/**
 * Open a dialog. The browser's Back closes it, and the focus returns to where it was.
 *
 * An effect returns what this returns: it is called when the dialog leaves the page.
 */
export function openDialog(dialog: HTMLDialogElement, modal = true): () => void {
  const opener = document.activeElement;
  if (modal) dialog.showModal();
  else dialog.show();
  const leave = enterDialog(() => dialog.close());
  dialog.addEventListener("close", leave, { once: true });
  return () => {
    leave();
    // Closed by its button, it has given the focus back already; removed from the page, it has lost it.
    const lost = document.activeElement === document.body || dialog.contains(document.activeElement);
    if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
}
