/** Dates and times in the current language. */
import { language } from "./language.svelte";

export const day = (at: number): string => new Intl.DateTimeFormat(language.current, { dateStyle: "long" }).format(at);

export const moment = (at: number): string =>
  new Intl.DateTimeFormat(language.current, { dateStyle: "medium", timeStyle: "short" }).format(at);
