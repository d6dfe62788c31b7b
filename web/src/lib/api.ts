/** HTTP requests to the server. */
import type { SignIn, Me, NewPasskey, PasskeyChallenge, Rename } from "../protocol/accounts";
import type { FigureList } from "../protocol/figures";
import type {
  Branch,
  PushKey,
  Join,
  Moments,
  Network,
  OpenTable,
  Replay,
  RulebookCard,
  Shelf,
  Subscribe,
  TableList,
  TableText,
  ErrorBody,
  Unsubscribe,
} from "../protocol/http";
import type { TableCard } from "../protocol/messages";
import type { ModerationOverview, Lift, Report, Verdict } from "../protocol/moderation";
import type { AddChannel, NewChannel, ChannelList } from "../protocol/notifications";
import type { Lang } from "./i18n";

/** The server refused a request, or did not answer; `code` is a key under `trouble` in the catalogue. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    detail: string,
    /** When the refusal ends, in milliseconds since 1970, if that is known. */
    readonly until: number | null = null,
  ) {
    super(detail);
  }
}

/** GET a resource, or POST a body; the answer is JSON. */
export async function fetchJson<T>(path: string, body?: object): Promise<T> {
  return (await (await request(path, body && jsonPost(body))).json()) as T;
}

/** POST a body; the answer has no content. */
async function post(path: string, body: object): Promise<void> {
  await request(path, jsonPost(body));
}

const jsonPost = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

async function request(path: string, init: RequestInit = {}): Promise<Response> {
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
  const said = (await answer.json().catch(() => null)) as Partial<ErrorBody> | null;
  return new ApiError(said?.code ?? "unknown", said?.detail ?? answer.statusText, said?.until ?? null);
}

/** The version of the words, the boxes and the list of games, as the server wrote it into the page. */
const VERSION = document.querySelector<HTMLMetaElement>('meta[name="data-version"]')?.content ?? "";
/** A path with the version of the data: browsers keep what is there, and ask for it no more. */
export const versioned = (path: string): string => (VERSION ? `${path}?v=${VERSION}` : path);

/** Where other devices on the home network reach the server. */
export const fetchNetwork = () => fetchJson<Network>("/api/network");

let shelf: Promise<Shelf> | null = null;
/** The games that can be played; requested once. */
export async function fetchShelf(): Promise<Shelf> {
  try {
    return await (shelf ??= fetchJson<Shelf>(versioned("/api/shelf")));
  } catch (error) {
    shelf = null;
    throw error;
  }
}
const tablePath = (id: string) => `/api/tables/${encodeURIComponent(id)}`;
/** The game in words, as this viewer sees it; where several play on this device, as one of those seats does. */
export const fetchText = (id: string, lang: Lang, seat: number | null = null) =>
  fetchJson<TableText>(`${tablePath(id)}/text?lang=${lang}${seat === null ? "" : `&seat=${seat}`}`);
export const fetchTable = (id: string) => fetchJson<TableCard>(tablePath(id));
/** The lobby: public tables, those with a free seat first. */
export const fetchLobby = (page: number) => fetchJson<TableList>(`/api/lobby?page=${page}`);
/** The player's own tables, those where it is their turn first. */
export const fetchMyTables = (page: number) => fetchJson<TableList>(`/api/mine?page=${page}`);
export const fetchRulebook = (game: string, lang: Lang) =>
  fetchJson<RulebookCard>(`/api/games/${encodeURIComponent(game)}/rulebook/${lang}`);
/** What the figures of a game's rulebook show. */
export const fetchFigures = (game: string) => fetchJson<FigureList>(`/api/games/${encodeURIComponent(game)}/figures`);
export const PAPERS = ["a4", "letter"] as const;
export type Paper = (typeof PAPERS)[number];
/** The PDF of a game's box. */
export async function fetchPrintedBox(game: string, lang: Lang, paper: Paper): Promise<Blob> {
  return (await request(`/api/games/${encodeURIComponent(game)}/print?lang=${lang}&paper=${paper}`)).blob();
}
export const openTable = (body: OpenTable) => fetchJson<TableCard>("/api/tables", body);
export const joinTable = (id: string, join: Join) => fetchJson<TableCard>(`${tablePath(id)}/join`, join);
/** Take over a seat in this browser with the code of its claim link. */
export const claimSeat = (id: string, code: string) => fetchJson<TableCard>(`${tablePath(id)}/claim`, { code });
/** Replace the claim link of the player's own seat. */
export const renewLink = (id: string) => fetchJson<TableCard>(`${tablePath(id)}/renew`, {});
/** A part of a finished game as seen by `eyes`: a seat, `spectator`, or `all` with everything revealed. */
export const fetchReplay = (id: string, eyes: string, start: number) =>
  fetchJson<Replay>(`${tablePath(id)}/replay?eyes=${encodeURIComponent(eyes)}&start=${start}`);
/** What the player could have done in a finished game. */
export const fetchMoments = (id: string) => fetchJson<Moments>(`${tablePath(id)}/moments`);
/** Open a table that goes on from a moment of a finished game. */
export const branchTable = (id: string, branch: Branch) => fetchJson<TableCard>(`${tablePath(id)}/branch`, branch);
/** Come to the rematch of a finished game; the seat there is kept. */
export const requestRematch = (id: string) => fetchJson<TableCard>(`${tablePath(id)}/rematch`, {});
/** The server's public key for push subscriptions. */
export const fetchPushKey = () => fetchJson<PushKey>("/api/calls");
export const savePushSubscription = (body: Subscribe) => post("/api/calls", body);
/** The channels that the server offers, and the player's own. */
export const fetchChannels = () => fetchJson<ChannelList>("/api/calls/ways");
export const addChannel = (body: AddChannel) => fetchJson<NewChannel>("/api/calls/ways", body);
export const removeChannel = (id: string) => post("/api/calls/ways/end", { id });
/** Confirm or end an e-mail channel by the link in a message. */
export const followEmailLink = (action: "confirm" | "end", id: string, code: string) =>
  post(`/calls/${action}/${encodeURIComponent(id)}/${encodeURIComponent(code)}`, {});
export const endPushSubscription = (body: Unsubscribe) => post("/api/calls/end", body);

/** The player's own account. */
export const fetchMe = () => fetchJson<Me>("/api/me");
export const requestPasskeyOptions = (body: Rename) =>
  fetchJson<PasskeyChallenge>("/api/account/passkey/options", body);
export const addPasskey = (made: NewPasskey) => fetchJson<Me>("/api/account/passkey", made);
export const removePasskey = (id: string) => fetchJson<Me>("/api/account/passkey/remove", { id });
export const requestSignInOptions = () => fetchJson<PasskeyChallenge>("/api/account/enter/options", {});
export const signIn = (shown: SignIn) => fetchJson<Me>("/api/account/enter", shown);
export const signOut = (everywhere: boolean) => post("/api/account/leave", { everywhere });
export const rename = (name: string) => fetchJson<Me>("/api/account/name", { name });
/** The download of the player's personal data. */
export const EXPORT_URL = "/api/me/export";
/** Erase the account and its data; `sure` is the confirmation word. */
export const eraseAccount = (sure: string) => post("/api/me/forget", { sure });

/** Report a chat message or a player to the moderators. */
export const sendReport = (id: string, order: Report) => post(`${tablePath(id)}/report`, order);
export const fetchReports = () => fetchJson<ModerationOverview>("/api/moderation");
export const decideReport = (id: string, verdict: Verdict) =>
  fetchJson<ModerationOverview>(`/api/moderation/reports/${encodeURIComponent(id)}`, verdict);
export const liftSanction = (order: Lift) => fetchJson<ModerationOverview>("/api/moderation/lift", order);
/** Become a moderator with the code of the host's link. */
export const becomeModerator = (code: string) => fetchJson<ModerationOverview>("/api/moderation/join", { code });

/** The download of a table's record: with everything, or as one viewer saw it. */
export const recordUrl = (id: string, eyes = "all") =>
  `${tablePath(id)}/record${eyes === "all" ? "" : `?eyes=${encodeURIComponent(eyes)}`}`;

/** A table's record, line by line. */
export async function fetchRecord(id: string): Promise<string> {
  const answer = await request(recordUrl(id));
  return answer.text();
}
