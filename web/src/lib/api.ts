/** What the server is asked over HTTP. */
import type { Lang } from "../games/game";
import type { Join, OpenTable, RulebookCard, Shelf, TableCard, Trouble } from "../wire/table";
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

async function ask<T>(path: string, body?: object): Promise<T> {
  const init: RequestInit = body
    ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
    : {};
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, credentials: "same-origin" });
  } catch {
    throw new TroubleError("unreachable", "the server does not answer");
  }
  if (!answer.ok) throw await trouble(answer);
  return (await answer.json()) as T;
}

async function trouble(answer: Response): Promise<TroubleError> {
  const said = (await answer.json().catch(() => null)) as Partial<Trouble> | null;
  return new TroubleError(said?.code ?? "unknown", said?.detail ?? answer.statusText);
}

export const fetchWords = (lang: Lang) => ask<Catalogues>(`/api/words/${lang}`);
export const fetchShelf = () => ask<Shelf>("/api/shelf");
export const fetchTable = (id: string) => ask<TableCard>(`/api/tables/${encodeURIComponent(id)}`);
export const fetchRulebook = (game: string, lang: Lang) =>
  ask<RulebookCard>(`/api/games/${encodeURIComponent(game)}/rulebook/${lang}`);
export const openTable = (wish: OpenTable) => ask<TableCard>("/api/tables", wish);
export const joinTable = (id: string, join: Join) =>
  ask<TableCard>(`/api/tables/${encodeURIComponent(id)}/join`, join);

/** Where a table's record is downloaded. */
export const recordUrl = (id: string) => `/api/tables/${encodeURIComponent(id)}/record`;
