import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Entry, Notice, Play } from "../protocol/messages";
import { merge, newItems } from "./sequence";
import { TableSocket } from "./socket.svelte";
import { sampleTable } from "./table.testing";

const table = sampleTable({ id: "t1", game: "stratego" });
const entry = (seq: number): Entry => ({ seq, at: seq, seat: 0, events: [] });
const now = (question: number, sight = {}) => ({ sight, asked: [0], question, legal: [], free: [] });

/** A fake WebSocket: the server's end is the test. */
class FakeSocket {
  static all: FakeSocket[] = [];
  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Play[] = [];
  closed = false;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame) as Play);
  }
  close() {
    this.closed = true;
  }
  receives(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006) {
    this.onclose?.({ code });
  }
}

/** The first message of a connection. */
const welcome = (seq: number, story: Entry[], now: unknown, notices: Notice[] = []) => ({
  t: "welcome",
  table,
  seq,
  story,
  now,
  talk: [],
  clocks: null,
  news: notices,
});

/** All connections of a test: they listen to the page until they are closed. */
const opened: TableSocket[] = [];

function connected(): TableSocket {
  const connection = new TableSocket("t1", (url) => new FakeSocket(url) as unknown as WebSocket);
  connection.open();
  opened.push(connection);
  FakeSocket.last.receives(welcome(2, [entry(1), entry(2)], now(7)));
  return connection;
}

const numbers = (entries: Entry[]) => entries.map(({ seq }) => seq);

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
});
afterEach(() => {
  for (const connection of opened.splice(0)) connection.close();
  vi.useRealTimers();
});

test("entries are kept once and in order, however they arrive", () => {
  const fresh = newItems([entry(1), entry(3)], [entry(4), entry(3), entry(2), entry(4)]);
  expect(numbers(fresh)).toEqual([2, 4]);
  expect(numbers(merge([entry(1), entry(3)], fresh))).toEqual([1, 2, 3, 4]);
});

test("nothing is fresh on arrival; what follows is", () => {
  const connection = connected();
  expect(FakeSocket.last.url).toContain("/api/tables/t1/socket?since=0&said=0");
  expect(connection.status).toBe("live");
  expect(connection.fresh).toEqual([]);
  FakeSocket.last.receives({ t: "progress", seq: 3, story: [entry(2), entry(3)], now: now(8) });
  expect(numbers(connection.fresh)).toEqual([3]);
  expect(numbers(connection.story)).toEqual([1, 2, 3]);
  expect(connection.now?.question).toBe(8);
});

test("a change replaces only the fields of the sight that it names", () => {
  const connection = connected();
  FakeSocket.last.receives({
    t: "progress",
    seq: 2,
    story: [],
    now: now(8, { turn: 0, squares: [1, 2], offer: null }),
  });
  const { squares } = connection.now?.sight as { squares: number[] };
  FakeSocket.last.receives({ t: "progress", seq: 3, story: [entry(3)], now: now(9, { turn: 1 }) });
  expect(connection.now).toMatchObject({ question: 9, sight: { turn: 1, squares: [1, 2], offer: null } });
  expect((connection.now?.sight as { squares: number[] }).squares).toBe(squares);
  FakeSocket.last.receives({
    t: "welcome",
    table,
    seq: 3,
    story: [],
    now: now(9, { turn: 1 }),
    talk: [],
    clocks: null,
    news: [],
  });
  expect(connection.now?.sight).toEqual({ turn: 1 });
});

test("a lost connection resumes after the last entry", () => {
  const connection = connected();
  FakeSocket.last.breaks();
  expect(connection.status).toBe("lost");
  vi.advanceTimersByTime(1_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.url).toContain("since=2");
  FakeSocket.last.receives(welcome(4, [entry(3), entry(4)], now(9)));
  expect(connection.status).toBe("live");
  expect(numbers(connection.fresh)).toEqual([3, 4]);
  connection.close();
});

test("notices come with the welcome and one by one, without duplicates", () => {
  const connection = connected();
  const notice = (seq: number) => ({ seq, at: 0, after: 2, kind: "back", motion: null, seat: 1, by: null }) as Notice;
  FakeSocket.last.receives({ t: "news", news: [notice(1)] });
  FakeSocket.last.breaks();
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.receives(welcome(2, [], now(7), [notice(1), notice(2)]));
  expect(connection.notices.map(({ seq }) => seq)).toEqual([1, 2]);
  connection.close();
});

test("moves that were not answered are sent again, under the same id, and answered once", async () => {
  const connection = connected();
  const answer = connection.play([{ do: "resign" }]);
  const first = FakeSocket.last.sent[0]!;
  expect(first).toMatchObject({ t: "play", question: 7, moves: [{ do: "resign" }] });
  FakeSocket.last.breaks();
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.receives(welcome(2, [], now(7)));
  expect(FakeSocket.last.sent).toEqual([first]);
  FakeSocket.last.receives({ t: "ack", id: first.id, seq: 3 });
  await expect(answer).resolves.toEqual({ t: "ack", id: first.id, seq: 3 });
  FakeSocket.last.breaks();
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.receives(welcome(3, [], now(8)));
  expect(FakeSocket.last.sent).toEqual([]);
  connection.close();
});

test("one play waits for a lost connection: a second is refused here, and the first can be withdrawn", async () => {
  const connection = connected();
  FakeSocket.last.breaks();
  const first = connection.play([{ do: "step" }]);
  expect(connection.queued).toEqual({ withdrawable: true });
  await expect(connection.play([{ do: "resign" }])).resolves.toMatchObject({ code: "queued" });
  connection.withdraw();
  await expect(first).resolves.toMatchObject({ t: "refused", code: "withdrawn" });
  expect(connection.queued).toBeNull();
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.receives(welcome(2, [], now(7)));
  expect(FakeSocket.last.sent).toEqual([]);
  connection.close();
});

test("a play that was sent before the connection broke cannot be withdrawn; a later click is not queued", async () => {
  const connection = connected();
  const first = connection.play([{ do: "step" }]);
  const second = connection.play([{ do: "resign" }]);
  expect(FakeSocket.last.sent).toHaveLength(1);
  FakeSocket.last.breaks();
  await expect(second).resolves.toMatchObject({ code: "queued" });
  expect(connection.queued).toEqual({ withdrawable: false });
  connection.withdraw();
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.receives(welcome(2, [], now(7)));
  const [sent] = FakeSocket.last.sent;
  expect(FakeSocket.last.sent).toHaveLength(1);
  FakeSocket.last.receives({ t: "ack", id: sent!.id, seq: 3 });
  await expect(first).resolves.toMatchObject({ t: "ack" });
  connection.close();
});

test("plays are sent one after another", async () => {
  const connection = connected();
  const [first, second] = [connection.play([{ do: "step" }]), connection.play([{ do: "resign" }])];
  FakeSocket.last.receives({ t: "ack", id: FakeSocket.last.sent[0]!.id, seq: 3 });
  await expect(first).resolves.toMatchObject({ t: "ack" });
  expect(FakeSocket.last.sent).toHaveLength(2);
  FakeSocket.last.receives({ t: "refused", id: FakeSocket.last.sent[1]!.id, code: "stale" });
  await expect(second).resolves.toMatchObject({ code: "stale" });
  connection.close();
});

test("a queued play that comes too late is refused as outdated", async () => {
  const connection = connected();
  FakeSocket.last.breaks();
  const answer = connection.play([{ do: "step" }]);
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.receives(welcome(3, [entry(3)], now(8)));
  expect(connection.queued).toBeNull();
  FakeSocket.last.receives({ t: "refused", id: FakeSocket.last.sent[0]!.id, code: "stale" });
  await expect(answer).resolves.toMatchObject({ code: "outdated" });
  connection.close();
});

test("a connection that leaves a move unanswered is replaced", () => {
  const connection = connected();
  void connection.play([{ do: "resign" }]);
  const dead = FakeSocket.last;
  vi.advanceTimersByTime(12_000);
  expect(dead.closed).toBe(true);
  expect(FakeSocket.last).not.toBe(dead);
  connection.close();
});

test("a refusal without an id answers the oldest move", async () => {
  const connection = connected();
  const answer = connection.play([{ do: "resign" }]);
  FakeSocket.last.receives({ t: "refused", id: null, code: "garbled" });
  await expect(answer).resolves.toMatchObject({ code: "garbled" });
  connection.close();
});

test("a connection that the server closes for good is not reopened", () => {
  const connection = connected();
  FakeSocket.last.breaks(4404);
  vi.advanceTimersByTime(60_000);
  expect(connection.gone).toBe(true);
  expect(FakeSocket.all).toHaveLength(1);
});

test("the wait between reconnections grows, and closing ends it", () => {
  const connection = connected();
  for (let i = 0; i < 12; i++) {
    FakeSocket.last.breaks();
    vi.advanceTimersByTime(20_000);
  }
  expect(FakeSocket.all).toHaveLength(13);
  FakeSocket.last.breaks();
  connection.close();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(13);
});

/** The page is hidden for some time, and shown again. */
function sleep(time: number) {
  const hidden = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  vi.setSystemTime(Date.now() + time); // timers do not run in a phone that sleeps
  hidden.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
}

test("a connection that was silent while the page was hidden is replaced at once, and resumes", async () => {
  const connection = connected();
  const answer = connection.play([{ do: "step" }]);
  const before = FakeSocket.last;
  sleep(60_000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.last.url).toContain("since=2");
  expect([connection.status, before.closed]).toEqual(["connecting", false]);
  expect(connection.now?.question).toBe(7);
  FakeSocket.last.receives(welcome(3, [entry(3)], now(8)));
  expect([connection.status, before.closed]).toEqual(["live", true]);
  expect(numbers(connection.fresh)).toEqual([3]);
  expect(FakeSocket.last.sent).toEqual(before.sent);
  FakeSocket.last.receives({ t: "ack", id: before.sent[0]!.id, seq: 3 });
  await expect(answer).resolves.toMatchObject({ t: "ack" });
  before.breaks();
  vi.advanceTimersByTime(9_000);
  expect([connection.status, FakeSocket.all.length]).toEqual(["live", 2]);
  connection.close();
});

test("a connection that spoke a moment ago is kept when the page is shown again", () => {
  const connection = connected();
  sleep(1_000);
  expect([connection.status, FakeSocket.all.length]).toEqual(["live", 1]);
  connection.close();
});

test("where the network is not back yet, another connection is tried soon", () => {
  const connection = connected();
  const [before] = FakeSocket.all;
  sleep(60_000);
  vi.advanceTimersByTime(4_000);
  expect(FakeSocket.all).toHaveLength(3);
  expect([FakeSocket.all[1]!.closed, before!.closed, connection.status]).toEqual([true, true, "lost"]);
  vi.setSystemTime(Date.now() + 2_500);
  dispatchEvent(new Event("online"));
  expect(FakeSocket.all).toHaveLength(4);
  FakeSocket.last.receives(welcome(2, [], now(7)));
  expect(connection.status).toBe("live");
  connection.close();
});

test("asking why a move is not allowed gets the refusal, and plays nothing", async () => {
  const connection = connected();
  const asked = connection.why([{ do: "fly" }]);
  const [frame] = FakeSocket.last.sent;
  expect(frame).toMatchObject({ t: "why", question: 7, moves: [{ do: "fly" }] });
  FakeSocket.last.receives({ t: "allowed", id: frame?.id });
  expect(await asked).toMatchObject({ t: "allowed" });
  expect(FakeSocket.last.sent).toHaveLength(1);
});
