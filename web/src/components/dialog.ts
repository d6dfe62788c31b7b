/** What every dialog of the site is given. */
import type { Snippet } from "svelte";
import type { Words } from "../lib/i18n";

export interface DialogProps {
  title: string;
  words: Words;
  close: () => void;
  children: Snippet;
}
