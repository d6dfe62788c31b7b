/** Dates and times in the current language. */
import type { Lang } from "./i18n";
import { language } from "./language.svelte";

export const day = (at: number): string => new Intl.DateTimeFormat(language.current, { dateStyle: "long" }).format(at);

/** A date and time in figures. */
export const shortMoment = (at: number): string =>
  new Intl.DateTimeFormat(language.current, { dateStyle: "short", timeStyle: "short" }).format(at);

/** The format of a time of day, such as 18:05. */
export const timeFormat = (lang: Lang): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export const moment = (at: number): string =>
  new Intl.DateTimeFormat(language.current, { dateStyle: "medium", timeStyle: "short" }).format(at);
