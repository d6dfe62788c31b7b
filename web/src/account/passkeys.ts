/** Passkeys (WebAuthn): registration and sign-in. */
import { addPasskey, requestPasskeyOptions, requestSignInOptions, signIn, ApiError } from "../lib/api";
import { decodeBase64url, encodeBase64url } from "../lib/base64url";
import type { Me } from "../protocol/accounts";

/** Register a passkey: the first creates an account, the others are added to it. */
export async function registerPasskey(name: string, here: string): Promise<Me> {
  const { options } = await requestPasskeyOptions({ name });
  const credential = await ask(() => navigator.credentials.create({ publicKey: creation(options as CreationJson) }));
  return addPasskey({ credential: written(credential), name, key_name: device(here) });
}

/** Sign in with one of this browser's passkeys. */
export async function signInWithPasskey(): Promise<Me> {
  const { options } = await requestSignInOptions();
  const credential = await ask(() => navigator.credentials.get({ publicKey: request(options as RequestJson) }));
  return signIn({ credential: written(credential) });
}

/** Whether this browser supports passkeys. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in globalThis && "credentials" in navigator;

async function ask(action: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await action();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    if (error.name === "InvalidStateError") throw new ApiError("known_passkey", error.message);
  }
  throw new ApiError("no_passkey", "no passkey was given");
}

interface RequestJson {
  challenge: string;
  timeout: number;
  rpId: string;
  userVerification: UserVerificationRequirement;
}

interface CreationJson {
  challenge: string;
  timeout: number;
  rp: PublicKeyCredentialRpEntity;
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: PublicKeyCredentialParameters[];
  excludeCredentials?: { id: string; type: "public-key" }[];
  authenticatorSelection: AuthenticatorSelectionCriteria;
}

const request = (options: RequestJson): PublicKeyCredentialRequestOptions => ({
  challenge: decodeBase64url(options.challenge),
  timeout: options.timeout,
  rpId: options.rpId,
  userVerification: options.userVerification,
});

const creation = (options: CreationJson): PublicKeyCredentialCreationOptions => ({
  challenge: decodeBase64url(options.challenge),
  timeout: options.timeout,
  rp: options.rp,
  user: { ...options.user, id: decodeBase64url(options.user.id) },
  pubKeyCredParams: options.pubKeyCredParams,
  excludeCredentials: (options.excludeCredentials ?? []).map(({ id, type }) => ({ id: decodeBase64url(id), type })),
  authenticatorSelection: options.authenticatorSelection,
});

/** A credential as JSON, which not every browser writes by itself. */
function written(credential: PublicKeyCredential): Record<string, unknown> {
  const { response } = credential;
  const parts: Record<string, string> = { clientDataJSON: encodeBase64url(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    parts["attestationObject"] = encodeBase64url(response.attestationObject);
  } else if (response instanceof AuthenticatorAssertionResponse) {
    parts["authenticatorData"] = encodeBase64url(response.authenticatorData);
    parts["signature"] = encodeBase64url(response.signature);
  }
  return { id: credential.id, rawId: encodeBase64url(credential.rawId), type: credential.type, response: parts };
}

/** The name of a passkey registered here: the device, from the user agent. */
export function device(otherwise: string, agent = navigator.userAgent): string {
  const known = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux"];
  return known.find((name) => agent.includes(name)) ?? otherwise;
}
