import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { dropFailedStyles, limitTime, watchFiles } from "./file-limit.ts";

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

it("a file that neither arrives nor fails has failed when its time is up, once", () => {
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

it("a style sheet that did not arrive with the page is taken out, so that it is asked for again", () => {
  const [gone, there] = ["gone.css", "there.css"].map((name) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/assets/${name}` });
    document.head.append(link);
    return link;
  });
  Object.defineProperty(gone, "sheet", { value: null });
  Object.defineProperty(there, "sheet", { value: {} });
  dropFailedStyles();
  expect([gone!.isConnected, there!.isConnected]).toEqual([false, true]);
});
