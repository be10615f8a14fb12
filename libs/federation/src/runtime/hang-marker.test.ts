import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { HangMarker } from "./hang-marker.ts";

let hidden = false;
/** Pages of a test live in one document: those that ended or hang get no more of its events and timers. */
const events = new Map<string, (() => void)[]>();
const fire = (type: string) => {
  for (const listener of events.get(type) ?? []) listener();
};

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  hidden = false;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  for (const target of [document, globalThis])
    jest.spyOn(target, "addEventListener").mockImplementation((type: string, listener: unknown) => {
      events.set(type, [...(events.get(type) ?? []), listener as () => void]);
    });
});
afterEach(() => {
  events.clear();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A page that shows release 2 of items. */
function open(): HangMarker {
  const marker = new HangMarker(localStorage);
  marker.runs("items", "2");
  marker.start();
  marker.visit("items");
  return marker;
}
/** It does nothing any more, nor does its end run anything. */
const freeze = () => {
  const now = Date.now();
  jest.clearAllTimers();
  jest.setSystemTime(now); // clearing sets it back
  events.clear();
};

it("a release whose page was never left and is no longer alive has hung, for a day", () => {
  open();
  freeze();
  jest.advanceTimersByTime(4_000);
  expect(new HangMarker(localStorage).has("items", "2")).toBe(false);
  jest.advanceTimersByTime(1_000);
  const next = new HangMarker(localStorage);
  expect([next.has("items", "2"), next.has("items", "3"), next.has("queue", "2")]).toEqual([true, false, false]);
  jest.advanceTimersByTime(23 * 60 * 60 * 1_000);
  expect(new HangMarker(localStorage).has("items", "2")).toBe(true);
  jest.advanceTimersByTime(60 * 60 * 1_000);
  expect(new HangMarker(localStorage).has("items", "2")).toBe(false);
});

it.each<[string, () => void]>([
  ["beats", () => {}],
  [
    "was left",
    () => {
      fire("pagehide");
      freeze();
    },
  ],
  [
    "is hidden, where its timers sleep",
    () => {
      hidden = true;
      fire("visibilitychange");
      freeze();
    },
  ],
])("a page that %s has not hung", (_, act) => {
  open();
  act();
  jest.advanceTimersByTime(60_000);
  expect(new HangMarker(localStorage).has("items", "2")).toBe(false);
});

it("it is the app that is shown last, by the release it runs then; the shell's own pages mark none", () => {
  const marker = open();
  marker.visit("queue");
  marker.runs("queue", "7");
  marker.visit(null);
  freeze();
  jest.advanceTimersByTime(10_000);
  expect(new HangMarker(localStorage).has("queue", "7")).toBe(false);
  const other = open();
  other.runs("items", "1");
  freeze();
  jest.advanceTimersByTime(10_000);
  const next = new HangMarker(localStorage);
  expect([next.has("items", "1"), next.has("items", "2")]).toEqual([true, false]);
});

it("what other code wrote there, or a storage that refuses, is no reason to fail", () => {
  localStorage.setItem("tessera:shown", "{");
  const refusing = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  };
  for (const storage of [localStorage, refusing]) {
    const marker = new HangMarker(storage);
    marker.runs("items", "2");
    marker.visit("items");
    expect(marker.has("items", "2")).toBe(false);
  }
});
