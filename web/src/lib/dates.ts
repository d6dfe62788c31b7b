/** Dates and times in the current language, as the reader's region writes them. */
import { dateLocale, type Lang } from "./i18n";
import { language } from "./language.svelte";

export const day = (at: number): string =>
  new Intl.DateTimeFormat(dateLocale(language.current, navigator.languages), { dateStyle: "long" }).format(at);

/** A date and time in figures. */
export const shortMoment = (at: number): string =>
  new Intl.DateTimeFormat(dateLocale(language.current, navigator.languages), {
    dateStyle: "short",
    timeStyle: "short",
  }).format(at);

/** A day and a time with its zone: the reader's own. */
export const momentWithZone = (at: number): string =>
  new Intl.DateTimeFormat(dateLocale(language.current, navigator.languages), {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).format(at);

/** The name of the reader's time zone. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The format of a time of day, such as 18:05. */
export const timeFormat = (lang: Lang): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale(lang, navigator.languages), {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

export const moment = (at: number): string =>
  new Intl.DateTimeFormat(dateLocale(language.current, navigator.languages), {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(at);
