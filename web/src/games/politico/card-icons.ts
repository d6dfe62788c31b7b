/** An icon for each card of the box, and one for each colour for cards that a host has added. */
import type { Component } from "svelte";
import type { SVGAttributes } from "svelte/elements";
import Armchair from "~icons/game-icons/armchair";
import Thumb from "~icons/game-icons/banging-gavel";
import Banknote from "~icons/game-icons/banknote";
import Shield from "~icons/game-icons/bordered-shield";
import Helmet from "~icons/game-icons/brodie-helmet";
import Heart from "~icons/game-icons/broken-heart";
import Split from "~icons/game-icons/broken-wall";
import Discipline from "~icons/game-icons/clothespin";
import Clover from "~icons/game-icons/clover";
import Fist from "~icons/game-icons/fist";
import Gavel from "~icons/game-icons/gavel";
import Laurels from "~icons/game-icons/laurel-crown";
import Thunder from "~icons/game-icons/lightning-storm";
import Magnet from "~icons/game-icons/magnet";
import Audit from "~icons/game-icons/magnifying-glass";
import Microphone from "~icons/game-icons/microphone";
import Newspaper from "~icons/game-icons/newspaper";
import Drop from "~icons/game-icons/oil-drum";
import Dove from "~icons/game-icons/peace-dove";
import Price from "~icons/game-icons/price-tag";
import Inquiry from "~icons/game-icons/scales";
import Hands from "~icons/game-icons/shaking-hands";
import Experts from "~icons/game-icons/test-tubes";
import Trowel from "~icons/game-icons/trowel";
import Coins from "~icons/game-icons/two-coins";
import type { Box } from "./box.svelte";

export type Icon = Component<SVGAttributes<SVGSVGElement>>;

const ICONS: Readonly<Record<string, Icon>> = {
  pm: Armchair,
  censure: Thumb,
  army: Helmet,
  providential: Laurels,
  union: Dove,
  morals: Heart,
  split: Split,
  ecology: Drop,
  strike: Fist,
  scandal: Banknote,
  leak: Newspaper,
  tax: Coins,
  prices: Price,
  poaching: Magnet,
  libel: Gavel,
  "patch-up": Trowel,
  experts: Experts,
  "round-table": Hands,
  inquiry: Inquiry,
  denial: Microphone,
  audit: Audit,
  whip: Discipline,
  baraka: Clover,
};
const BY_COLOUR = { red: Thunder, green: Shield, blue: Armchair };

export const iconOf = (id: string, box: Box): Icon => ICONS[id] ?? BY_COLOUR[box.colour(id)];
