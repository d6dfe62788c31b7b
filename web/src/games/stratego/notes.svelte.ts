/** A player's private guesses about enemy pieces at one table. They stay on this device. */
import { readStored, writeStored } from "../../lib/storage";
import { HIDDEN, kindOf } from "./pieces";
import type { Sight } from "./protocol";

export const COLOURS = ["1", "2", "3"] as const;

/** A guess of the kind, a colour, or both. */
export interface Note {
  letter: string;
  colour: string;
}

const KEY = "stratego.notes";
/** Tables whose notes are kept, the latest last. */
const MOST_TABLES = 20;

/** For each table, for each token: a letter, a colour's digit, or one after the other. */
type Stored = [table: string, notes: Record<string, string>][];

function readAll(): Stored {
  try {
    const found: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is Stored[number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "object" && entry[1] !== null;
}

function readNote(text: unknown): Note | null {
  const [, letter = "", colour = ""] = /^([B-M]?)([123]?)$/.exec(String(text)) ?? [];
  return letter || colour ? { letter, colour } : null;
}

export class Notes {
  private byToken = $state.raw<ReadonlyMap<number, Note>>(new Map());

  constructor(private readonly table: string) {
    const own = readAll().find(([of]) => of === table)?.[1] ?? {};
    const notes = Object.entries(own).map(([token, text]) => [Number(token), readNote(text)] as const);
    this.byToken = new Map(notes.filter((entry): entry is readonly [number, Note] => entry[1] !== null));
  }

  /** The note on a token, as long as its rank is hidden. */
  of(token: number, sight: Sight): Note | undefined {
    return sight.letters[token - 1] === HIDDEN ? this.byToken.get(token) : undefined;
  }

  /** Note a kind; the same once more takes it away. */
  guess(token: number, letter: string): void {
    const old = this.byToken.get(token);
    if (kindOf(letter)) this.set(token, { letter: old?.letter === letter ? "" : letter, colour: old?.colour ?? "" });
  }

  /** Mark with a colour; the same once more takes it away. */
  colour(token: number, colour: string): void {
    const old = this.byToken.get(token);
    this.set(token, { letter: old?.letter ?? "", colour: old?.colour === colour ? "" : colour });
  }

  clear(token: number): void {
    this.set(token, { letter: "", colour: "" });
  }

  private set(token: number, note: Note): void {
    const notes = new Map(this.byToken);
    if (note.letter || note.colour) notes.set(token, note);
    else notes.delete(token);
    this.byToken = notes;
    const others = readAll().filter(([of]) => of !== this.table);
    const own = Object.fromEntries([...notes].map(([of, { letter, colour }]) => [of, letter + colour]));
    writeStored(KEY, JSON.stringify([...others, [this.table, own]].slice(-MOST_TABLES)));
  }
}

const MOVED_KEY = "stratego.moved-marks";
let shown = $state(readStored(MOVED_KEY) !== "off");

/** Whether pieces that have moved are marked so. */
export const movedMarks = {
  get shown(): boolean {
    return shown;
  },
  set shown(value: boolean) {
    shown = value;
    writeStored(MOVED_KEY, value ? "on" : "off");
  },
};
