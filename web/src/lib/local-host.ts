/** Whether an address leads to the machine of the browser itself: a link to it works on no other one. */

export const isLocalHost = (hostname: string): boolean =>
  /^(?:(?:.*\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/i.test(hostname);
