/** Greyed buttons that say why: a page offers to show a reason beside a button, and the mats below it use that. */
import { getContext, setContext } from "svelte";

/** Why a button cannot be pressed now: a sentence, and the clause where a rule is behind it. */
export interface Reason {
  text: string;
  clause?: string;
}

export type Explain = (reason: Reason, at: Element) => void;

const KEY = Symbol("explain");

/** Let the components below show reasons. */
export const provideExplain = (explain: Explain): Explain => setContext(KEY, explain);

/** How to show a reason; undefined where the page shows none. */
export const useExplain = (): Explain | undefined => getContext<Explain | undefined>(KEY);

/** The attributes of a button that does something, or is greyed and says why. */
export function pressable(reason: Reason | null, explain: Explain | undefined, act: () => void) {
  return {
    "aria-disabled": reason ? ("true" as const) : undefined,
    onclick: (event: MouseEvent & { currentTarget: Element }) => {
      if (!reason) return act();
      event.preventDefault();
      explain?.(reason, event.currentTarget);
    },
  };
}
