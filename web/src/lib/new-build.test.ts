import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadForNewBuild } from "./new-build";

const page = (build: string) => `<!doctype html><script type="module" src="/assets/index-${build}.js"></script>`;
const serve = (answer: () => Promise<Response>) => vi.stubGlobal("fetch", vi.fn(answer));

beforeEach(() => {
  const script = document.createElement("script");
  script.type = "module";
  script.setAttribute("src", "/assets/index-old.js");
  document.head.append(script);
});

afterEach(() => {
  document.querySelector('script[type="module"]')?.remove();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test("the page is loaded anew when the server has another build, but not again and again", async () => {
  serve(async () => new Response(page("new")));
  const reload = vi.fn();
  expect(await reloadForNewBuild(reload)).toBe(true);
  expect(await reloadForNewBuild(reload)).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
});

test.each([
  ["has the same build", async () => new Response(page("old"))],
  ["is in trouble", async () => new Response("", { status: 503 })],
  ["does not answer", () => Promise.reject(new TypeError("Failed to fetch"))],
])("the page stays when the server %s", async (_, answer) => {
  serve(answer);
  const reload = vi.fn();
  expect(await reloadForNewBuild(reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
