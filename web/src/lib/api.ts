/** What the server is asked over HTTP. */
import type {
  AddWay,
  Branch,
  CallKey,
  Desk,
  Enter,
  Join,
  Lift,
  Me,
  NewPasskey,
  NewWay,
  OpenTable,
  PasskeyChallenge,
  Rename,
  Replay,
  Report,
  RulebookCard,
  Shelf,
  Subscribe,
  TableCard,
  TableList,
  Trouble,
  Unsubscribe,
  Verdict,
  Ways,
} from "../protocol/messages";
import type { Lang } from "./i18n";
import type { Catalogues } from "./language.svelte";

/** The server said no, or nothing; `code` is a key under `trouble` in the house's words. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    detail: string,
    /** When it will be otherwise, in milliseconds since 1970, if that is known. */
    readonly until: number | null = null,
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
    throw new ApiError("unreachable", "the server does not answer");
  }
  if (!answer.ok) throw await errorFrom(answer);
  return answer;
}

async function errorFrom(answer: Response): Promise<ApiError> {
  const said = (await answer.json().catch(() => null)) as Partial<Trouble> | null;
  return new ApiError(said?.code ?? "unknown", said?.detail ?? answer.statusText, said?.until ?? null);
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
/** Make the claim link of one's own seat void, and another. */
export const renewLink = (id: string) => ask<TableCard>(`${tablePath(id)}/renew`, {});
/** A part of a finished game through the eyes of `eyes`: a seat, `spectator`, or `all` with everything revealed. */
export const fetchReplay = (id: string, eyes: string, start: number) =>
  ask<Replay>(`${tablePath(id)}/replay?eyes=${encodeURIComponent(eyes)}&start=${start}`);
/** Open a table that goes on from a moment of a finished game. */
export const branchTable = (id: string, branch: Branch) => ask<TableCard>(`${tablePath(id)}/branch`, branch);
/** The key that this browser subscribes to the house's push messages with. */
export const fetchPushKey = () => ask<CallKey>("/api/calls");
export const savePushSubscription = (wish: Subscribe) => tell("/api/calls", wish);
/** What the house can do besides push messages, and where we are called. */
export const fetchChannels = () => ask<Ways>("/api/calls/ways");
export const addChannel = (wish: AddWay) => ask<NewWay>("/api/calls/ways", wish);
export const removeChannel = (id: string) => tell("/api/calls/ways/end", { id });
/** What the button behind a link in a letter does. */
export const followEmailLink = (deed: "confirm" | "end", id: string, code: string) =>
  tell(`/calls/${deed}/${encodeURIComponent(id)}/${encodeURIComponent(code)}`, {});
export const endPushSubscription = (wish: Unsubscribe) => tell("/api/calls/end", wish);

/** Who we are to the house. */
export const fetchMe = () => ask<Me>("/api/me");
export const askForPasskey = (wish: Rename) => ask<PasskeyChallenge>("/api/account/passkey/options", wish);
export const addPasskey = (made: NewPasskey) => ask<Me>("/api/account/passkey", made);
export const removePasskey = (id: string) => ask<Me>("/api/account/passkey/remove", { id });
export const askToEnter = () => ask<PasskeyChallenge>("/api/account/enter/options", {});
export const enter = (shown: Enter) => ask<Me>("/api/account/enter", shown);
export const signOut = (everywhere: boolean) => tell("/api/account/leave", { everywhere });
export const rename = (name: string) => ask<Me>("/api/account/name", { name });
/** Where all that the house knows of us is downloaded. */
export const EXPORT_URL = "/api/me/export";
/** Have it all deleted; `sure` is the word that says we mean it. */
export const eraseAccount = (sure: string) => tell("/api/me/forget", { sure });

/** Tell the moderators about something that was said, or somebody who sits there. */
export const report = (id: string, order: Report) => tell(`${tablePath(id)}/report`, order);
export const fetchDesk = () => ask<Desk>("/api/moderation");
export const judge = (id: string, verdict: Verdict) =>
  ask<Desk>(`/api/moderation/reports/${encodeURIComponent(id)}`, verdict);
export const lift = (order: Lift) => ask<Desk>("/api/moderation/lift", order);
/** Become a moderator by a link of the host's. */
export const becomeModerator = (code: string) => ask<Desk>("/api/moderation/join", { code });

/** Where a table's record is downloaded: with everything, or as somebody saw it. */
export const recordUrl = (id: string, eyes = "all") =>
  `${tablePath(id)}/record${eyes === "all" ? "" : `?eyes=${encodeURIComponent(eyes)}`}`;

/** A table's record, line by line. */
export async function fetchRecord(id: string): Promise<string> {
  const answer = await reach(recordUrl(id));
  return answer.text();
}
