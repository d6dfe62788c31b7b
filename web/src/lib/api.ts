/** What the server is asked over HTTP. */
import type { Lang } from "../games/game";
import type {
  AddWay,
  Branch,
  CallKey,
  Join,
  NewWay,
  OpenTable,
  Replay,
  RulebookCard,
  Shelf,
  Subscribe,
  TableCard,
  TableList,
  Trouble,
  Unsubscribe,
  Ways,
} from "../wire/table";
import type { Catalogues } from "./language.svelte";

/** The server said no, or nothing; `code` is a key under `trouble` in the house's words. */
export class TroubleError extends Error {
  constructor(
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** Ask for something, or with a body for a change. */
export async function ask<T>(path: string, body?: object): Promise<T> {
  return (await (await reach(path, body && posted(body))).json()) as T;
}

/** Say something that is not answered. */
async function tell(path: string, body: object): Promise<void> {
  await reach(path, posted(body));
}

const posted = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

async function reach(path: string, init: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, credentials: "same-origin" });
  } catch {
    throw new TroubleError("unreachable", "the server does not answer");
  }
  if (!answer.ok) throw await trouble(answer);
  return answer;
}

async function trouble(answer: Response): Promise<TroubleError> {
  const said = (await answer.json().catch(() => null)) as Partial<Trouble> | null;
  return new TroubleError(said?.code ?? "unknown", said?.detail ?? answer.statusText);
}

export const fetchWords = (lang: Lang) => ask<Catalogues>(`/api/words/${lang}`);
export const fetchShelf = () => ask<Shelf>("/api/shelf");
const tablePath = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
export const fetchTable = (id: string) => ask<TableCard>(tablePath(id));
/** Public tables, those that wait for somebody first. */
export const fetchLobby = (page: number) => ask<TableList>(`/api/lobby?page=${page}`);
/** The tables at which we sit, those where it is our turn first. */
export const fetchMine = (page: number) => ask<TableList>(`/api/mine?page=${page}`);
export const fetchRulebook = (game: string, lang: Lang) =>
  ask<RulebookCard>(`/api/games/${encodeURIComponent(game)}/rulebook/${lang}`);
export const openTable = (wish: OpenTable) => ask<TableCard>("/api/tables", wish);
export const joinTable = (id: string, join: Join) => ask<TableCard>(`${tablePath(id)}/join`, join);
/** Take one's seat in this browser by the code of its claim link. */
export const claimSeat = (id: string, code: string) => ask<TableCard>(`${tablePath(id)}/claim`, { code });
/** A part of a finished game through the eyes of `eyes`: a seat, `spectator`, or `all` with everything revealed. */
export const fetchReplay = (id: string, eyes: string, start: number) =>
  ask<Replay>(`${tablePath(id)}/replay?eyes=${encodeURIComponent(eyes)}&start=${start}`);
/** Open a table that goes on from a moment of a finished game. */
export const branchTable = (id: string, branch: Branch) => ask<TableCard>(`${tablePath(id)}/branch`, branch);
/** The key that this browser subscribes to the house's push messages with. */
export const fetchCallKey = () => ask<CallKey>("/api/calls");
export const callMe = (wish: Subscribe) => tell("/api/calls", wish);
/** What the house can do besides push messages, and where we are called. */
export const fetchWays = () => ask<Ways>("/api/calls/ways");
export const addWay = (wish: AddWay) => ask<NewWay>("/api/calls/ways", wish);
export const endWay = (id: string) => tell("/api/calls/ways/end", { id });
/** What the button behind a link in a letter does. */
export const answerLetter = (deed: "confirm" | "end", id: string, code: string) =>
  tell(`/calls/${deed}/${encodeURIComponent(id)}/${encodeURIComponent(code)}`, {});
export const callMeNoMore = (wish: Unsubscribe) => tell("/api/calls/end", wish);

/** Where a table's record is downloaded: with everything, or as somebody saw it. */
export const recordUrl = (id: string, eyes = "all") =>
  `${tablePath(id)}/record${eyes === "all" ? "" : `?eyes=${encodeURIComponent(eyes)}`}`;

/** A table's record, line by line. */
export async function fetchRecord(id: string): Promise<string> {
  const answer = await reach(recordUrl(id));
  return answer.text();
}
