/** Tables that no server holds, as a mat wants them: of lessons, and of the figures of a rulebook. */
import type { LessonView } from "../protocol/lessons";
import type { TableCard } from "../protocol/messages";

/** Who plays what at such a table; `seat` is the viewer's, and their own name is empty where they have one. */
type Scripted = Pick<TableCard, "id" | "game" | "options"> & { players: string[]; seat: number | null };

/** The table of a lesson: only the learner is real. */
export const lessonTable = (view: LessonView, name: string): TableCard =>
  scriptedTable({ ...view, id: `lesson-${view.game}-${view.lesson}` }, name);

/** A table of players who follow a script. */
export function scriptedTable(view: Scripted, name: string): TableCard {
  const seats = view.players.map((other, seat) => ({
    kind: seat === view.seat ? ("human" as const) : ("bot" as const),
    name: other || name,
    level: null,
    here: true,
    proxy: null,
    advised: 0,
  }));
  return {
    id: view.id,
    game: view.game,
    options: view.options,
    seats,
    you: view.seat,
    started: true,
    over: false,
    commitment: "",
    hints: false,
    screen: false,
    yours: view.seat === null ? [] : [view.seat],
    thinking: null,
    patient: true,
    public: false,
    clock: null,
    watch_delay: 0,
    opener: false,
    who: null,
    claim: null,
    owner: false,
    claimed: null,
    adjourned: false,
    ended: null,
    motion: null,
    origin: null,
    evening: null,
    awaited: [],
    nonce: null,
    pace: "normal",
    rematch: null,
    rematch_of: null,
    standing: null,
  };
}
