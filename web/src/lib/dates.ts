/** Days and moments, in the language that is spoken. */
import { language } from "./language.svelte";

export const day = (at: number): string => new Intl.DateTimeFormat(language.current, { dateStyle: "long" }).format(at);

export const moment = (at: number): string =>
  new Intl.DateTimeFormat(language.current, { dateStyle: "medium", timeStyle: "short" }).format(at);
