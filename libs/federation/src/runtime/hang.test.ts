import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import type { Composition } from "../composition.ts";
import { Manifest } from "../manifest.ts";
import { TelemetryReport } from "../telemetry.ts";
import type { Beat } from "./hang-watch.ts";
import { HANG_WORKER } from "./hang-watch.ts";
import { Telemetry } from "./telemetry.ts";

/** The worker's own code, with the page's timers: what the page does not send, it misses. */
const scope = globalThis as unknown as { onmessage: ((event: { data: Beat }) => void) | null };
const fetched = jest.fn(async (_to: string, _init: RequestInit) => new Response());
let frozen = false;
let hidden = false;
let opened: string[];

const release = (app: string, id: string) => ({
  id,
  version: id,
  base: `/assets/${app}/${id}/`,
  entry: "e.js",
  globalName: null,
  integrity: { [HANG_WORKER]: "sha384-x" },
});
const app = (name: string, path: string, id: string) => ({
  ...Manifest.parse({ name, title: name, routes: [{ id: path, path, title: name }] }),
  release: release(name, id),
});
const composition: Composition = {
  buildId: "0123456789abcdef",
  shell: app("shell", "/", "1"),
  remotes: [{ ...app("items", "/items", "2"), stable: release("items", "1") }],
};

beforeEach(async () => {
  jest.useFakeTimers();
  fetched.mockClear();
  [frozen, hidden, opened] = [false, false, []];
  globalThis.fetch = fetched as unknown as typeof fetch;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  Object.assign(navigator, { sendBeacon: () => true });
  globalThis.Worker = class {
    constructor(url: string) {
      opened.push(url);
    }
    postMessage(data: Beat) {
      if (!frozen) scope.onmessage?.({ data });
    }
  } as unknown as typeof Worker;
  await jest.isolateModulesAsync(async () => {
    await import("./hang-worker.ts");
  });
});
afterEach(() => {
  jest.useRealTimers();
});

const start = () => {
  const telemetry = new Telemetry(composition, { page: "signed", sample: 1 }, 0);
  telemetry.start();
  return telemetry;
};
const reported = () =>
  fetched.mock.calls.map(([to, { body }]) => [new URL(to).pathname, TelemetryReport.parse(JSON.parse(body as string))]);

it("a page that does not beat for eight seconds is reported once, with the app whose page it is", () => {
  const telemetry = start();
  expect(opened).toEqual(["/assets/shell/1/hang-worker.js"]);
  jest.advanceTimersByTime(30_000);
  telemetry.visit("/items");
  frozen = true;
  jest.advanceTimersByTime(6_000);
  expect(fetched).not.toHaveBeenCalled();
  jest.advanceTimersByTime(30_000);
  const measurements = [{ app: "items", release: "2", metric: "hang" }];
  expect(reported()).toEqual([["/api/releases/telemetry", { page: "signed", measurements }]]);
});

it("of a release that took the place of another, the one that runs is reported", () => {
  const telemetry = start();
  telemetry.visit("/items");
  telemetry.runs("items", "1");
  frozen = true;
  jest.advanceTimersByTime(10_000);
  expect(reported()).toMatchObject([[expect.anything(), { measurements: [{ app: "items", release: "1" }] }]]);
});

it("a page that is hidden may sleep", () => {
  start();
  hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  frozen = true;
  jest.advanceTimersByTime(60_000);
  expect(fetched).not.toHaveBeenCalled();
});

it("no worker runs for a page that reports nothing", () => {
  new Telemetry(composition, { page: "signed", sample: 0 }, 0).start();
  expect(opened).toEqual([]);
});
