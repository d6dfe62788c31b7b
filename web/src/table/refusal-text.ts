/** A refusal in a sentence: the game's own words for its reason, or what the code says. */
import { moment } from "../lib/dates";
import type { Words } from "../lib/i18n";
import type { Refused } from "../protocol/messages";

export function refusalText({ code, refusal, until }: Refused, words: Words): string {
  return refusal && words.has(`refusal.${refusal.reason}`)
    ? words.say(`refusal.${refusal.reason}`, refusal.args)
    : words.sayFirst([`refused.code.${code}`, "refused.code.unknown"], { until: until === null ? "" : moment(until) });
}
