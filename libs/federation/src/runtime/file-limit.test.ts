import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { limitTime, watchFiles } from "./file-limit.ts";

const failed: string[] = [];
watchFiles((url) => failed.push(url));

beforeEach(() => {
  jest.useFakeTimers();
  failed.length = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

function script(): HTMLScriptElement {
  const element = document.createElement("script");
  element.type = "text/plain"; // nothing is fetched
  element.src = "/assets/items/1/a.js";
  limitTime(element, 1_000);
  document.head.append(element);
  return element;
}

it("a file that neither arrives nor fails has failed when its time is over, once", () => {
  script();
  jest.advanceTimersByTime(999);
  expect(failed).toEqual([]);
  jest.advanceTimersByTime(10_000);
  expect(failed).toEqual([`${location.origin}/assets/items/1/a.js`]);
});

it("a file that arrived in time has not", () => {
  script().dispatchEvent(new Event("load"));
  jest.advanceTimersByTime(10_000);
  expect(failed).toEqual([]);
});
