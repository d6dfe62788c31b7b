import { expect, test } from "vitest";
import type { TableSummary, TableList } from "../protocol/http";
import { ApiError } from "./api";
import { PolledTables } from "./table-polling.svelte";

const SIZE = 3;

/** A server with so many tables, numbered; the latest stand first. */
class FakeServer {
  tables: string[];
  away = false;

  constructor(count: number) {
    this.tables = Array.from({ length: count }, (_, number) => `table ${number}`);
  }

  list = async (page: number): Promise<TableList> => {
    if (this.away) throw new ApiError("unreachable", "");
    const rest = this.tables.slice(page * SIZE);
    return { tables: rest.slice(0, SIZE).map((id) => ({ id }) as TableSummary), more: rest.length > SIZE };
  };
}

const shown = (listing: PolledTables) => listing.tables?.map(({ id }) => id);
/** Look once, as a page does that is opened. */
async function opened(server: FakeServer): Promise<PolledTables> {
  const listing = new PolledTables(server.list);
  const stop = listing.follow();
  await new Promise((resolve) => setTimeout(resolve));
  stop();
  return listing;
}

test("pages are added until there are no more", async () => {
  const server = new FakeServer(2 * SIZE + 1);
  const listing = await opened(server);
  expect([shown(listing), listing.more]).toEqual([server.tables.slice(0, SIZE), true]);
  await listing.showMore();
  expect([shown(listing), listing.more]).toEqual([server.tables.slice(0, 2 * SIZE), true]);
  await listing.showMore();
  expect([shown(listing), listing.more]).toEqual([server.tables, false]);
});

test("a table that moves to the next page is shown once", async () => {
  const server = new FakeServer(2 * SIZE - 1);
  const { list, tables } = server;
  server.list = (page) => {
    if (page === 1) tables.unshift("a new one");
    return list(page);
  };
  const listing = await opened(server);
  await listing.showMore();
  expect(shown(listing)).toEqual(tables.slice(1));
});

test("the list stays while the server does not answer", async () => {
  const server = new FakeServer(SIZE + 1);
  const listing = await opened(server);
  server.away = true;
  await listing.showMore();
  expect([shown(listing), listing.more]).toEqual([server.tables.slice(0, SIZE), true]);
  server.away = false;
  await listing.showMore();
  expect(shown(listing)).toEqual(server.tables);
});
