/** A random hexadecimal string: a nonce for a table's random numbers, or the id of a message. */
export function randomHex(bytes = 16): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
