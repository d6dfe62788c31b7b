/** The pieces of the box by their set-up letters, as the mat shows them. The counts are those of box.toml. */
import type { Component } from "svelte";
import type { SVGAttributes } from "svelte/elements";
import Anchor from "~icons/game-icons/anchor";
import Binoculars from "~icons/game-icons/binoculars";
import Cap from "~icons/game-icons/captain-hat-profile";
import Sabres from "~icons/game-icons/crossed-sabres";
import Eagle from "~icons/game-icons/eagle-emblem";
import Flag from "~icons/game-icons/flying-flag";
import Horse from "~icons/game-icons/horse-head";
import Laurels from "~icons/game-icons/laurel-crown";
import Lion from "~icons/game-icons/lion";
import Chevrons from "~icons/game-icons/sergeant";
import Spy from "~icons/game-icons/spy";
import Stars from "~icons/game-icons/stars-stack";
import Bomb from "~icons/game-icons/unlit-bomb";
import Pick from "~icons/game-icons/war-pick";

export type Army = "full" | "training";
type Icon = Component<SVGAttributes<SVGSVGElement>>;

export interface Kind {
  letter: string;
  /** What is printed on the token; nothing on bombs and the flag. */
  rank: number | null;
  full: number;
  training: number;
  icon: Icon;
}

/** Highest first, then the two kinds that never move: the order in which players lay them out. */
export const KINDS: readonly Kind[] = [
  { letter: "L", rank: 10, full: 1, training: 1, icon: Laurels },
  { letter: "K", rank: 9, full: 1, training: 1, icon: Stars },
  { letter: "J", rank: 8, full: 2, training: 0, icon: Eagle },
  { letter: "I", rank: 7, full: 3, training: 0, icon: Horse },
  { letter: "H", rank: 6, full: 4, training: 0, icon: Sabres },
  { letter: "G", rank: 5, full: 4, training: 0, icon: Cap },
  { letter: "F", rank: 4, full: 4, training: 0, icon: Chevrons },
  { letter: "E", rank: 3, full: 5, training: 2, icon: Pick },
  { letter: "D", rank: 2, full: 8, training: 2, icon: Binoculars },
  { letter: "C", rank: 1, full: 1, training: 1, icon: Spy },
  { letter: "B", rank: null, full: 6, training: 2, icon: Bomb },
  { letter: "M", rank: null, full: 1, training: 1, icon: Flag },
];

export const EMPTY = "A";
export const HIDDEN = "?";
/** What is on the back of each army's tokens. */
export const EMBLEMS: readonly [Icon, Icon] = [Lion, Anchor];

const BY_LETTER = new Map(KINDS.map((kind) => [kind.letter, kind]));

/** The kind of a letter; undefined for a hidden token or an empty square. */
export function kindOf(letter: string): Kind | undefined {
  return BY_LETTER.get(letter);
}

/** The kinds that an army has. */
export function kindsIn(army: Army): Kind[] {
  return KINDS.filter((kind) => kind[army] > 0);
}
