/** The hand: on a phone, a player's own cards and questions in place of the mat, while a shared screen shows the board. */
import type { Component } from "svelte";
import { MediaQuery } from "svelte/reactivity";
import type { GameModule, MatProps } from "../games/game";
import { readStoredSet, writeStoredSet } from "../lib/storage";
import type { TableCard } from "../protocol/messages";
import type SidePanel from "../table/SidePanel.svelte";
import type HandSwitch from "./HandSwitch.svelte";

/** The tables at which this device shows the whole table nevertheless. */
const KEY = "hand.whole";
/** A screen that is gone for less than this was only loaded again, in milliseconds: the hand stays. */
const SCREEN_RELOADS = 2500;

/** What shows the hand; it is loaded when a screen is open. */
export interface HandParts {
  Hand: Component<MatProps>;
  /** In place of the panel beside the mat. */
  Panel: typeof SidePanel;
  Switch: typeof HandSwitch;
}

/** Whether a player holds the game in a phone: one seat is played on this device, and a screen shows the board. */
export function isHandOffered(table: TableCard, phone: boolean): boolean {
  return phone && table.screen && table.started && !table.over && table.you !== null && table.yours.length < 2;
}

export class PhoneHand {
  /** The player wants to see the whole table on the phone. */
  whole = $state(false);
  private parts = $state.raw<HandParts | null>(null);
  private offered = $state(false);
  private loading = false;
  private readonly phone = new MediaQuery("(max-width: 899.9px), (pointer: coarse)");

  constructor(private readonly table: string) {
    this.whole = readStoredSet(KEY).has(table);
  }

  /** The parts, while the hand can be shown: also those of the way back to it. */
  get available(): HandParts | null {
    return this.offered ? this.parts : null;
  }

  /** The parts, while the hand takes the mat's place. */
  get shown(): HandParts | null {
    return this.whole ? null : this.available;
  }

  /** Show the whole table, or the hand again. */
  turn(): void {
    this.whole = !this.whole;
    const others = [...readStoredSet(KEY)].filter((table) => table !== this.table);
    writeStoredSet(KEY, this.whole ? [...others, this.table] : others);
  }

  /** Follow the table, in an effect. */
  follow(table: TableCard | null, game: GameModule | undefined): (() => void) | undefined {
    if (!table || !game?.loadHand) return undefined;
    if (isHandOffered(table, this.phone.current)) {
      this.offered = true;
      void this.load(game.loadHand);
      return undefined;
    }
    const reloads = !table.screen && isHandOffered({ ...table, screen: true }, this.phone.current);
    const timer = setTimeout(() => (this.offered = false), reloads ? SCREEN_RELOADS : 0);
    return () => clearTimeout(timer);
  }

  private async load(loadHand: NonNullable<GameModule["loadHand"]>): Promise<void> {
    if (this.parts || this.loading) return;
    this.loading = true;
    try {
      const [hand, panel, toggle] = await Promise.all([
        loadHand(),
        import("./HandPanel.svelte"),
        import("./HandSwitch.svelte"),
      ]);
      this.parts = { Hand: hand.default, Panel: panel.default, Switch: toggle.default };
    } finally {
      this.loading = false; // the mat stays meanwhile; the next message tries again
    }
  }
}
