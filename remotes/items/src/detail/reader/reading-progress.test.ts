import { jest } from "@jest/globals";
import { followReading } from "./reading-progress.ts";

/** A pane of 400 px with a text of 2,000 px that begins 100 px below its top. */
function pane(begun: number) {
  const scroller = document.createElement("div");
  const text = scroller.appendChild(document.createElement("div"));
  let top = 0;
  Object.defineProperties(scroller, {
    clientHeight: { value: 400 },
    scrollTop: { get: () => top, set: (to: number) => (top = to) },
  });
  Object.defineProperty(text, "offsetHeight", { value: 2000 });
  scroller.getBoundingClientRect = () => ({ top: 0 }) as DOMRect;
  text.getBoundingClientRect = () => ({ top: 100 - top }) as DOMRect;
  const kept: number[] = [];
  const stop = followReading(scroller, text, begun, (progress) => kept.push(progress));
  jest.advanceTimersToNextFrame();
  const scroll = (to: number) => {
    top = to;
    scroller.dispatchEvent(new Event("scroll"));
  };
  return { scroller, kept, stop, scroll };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it("continues where reading stopped, and keeps nothing until it continues", () => {
  const { scroller, kept, stop } = pane(0.5);
  expect(scroller.scrollTop).toBe(700);
  stop();
  expect(kept).toEqual([]);
});

it.each([0, 0.01, 0.99, 1])("begins at the top when %d of it was read", (begun) => {
  expect(pane(begun).scroller.scrollTop).toBe(0);
});

it("keeps the place once scrolling pauses, the end as the end, and the top as unread", () => {
  const { kept, scroll } = pane(0);
  scroll(300);
  scroll(700);
  expect(kept).toEqual([]);
  jest.runAllTimers();
  scroll(1690);
  jest.runAllTimers();
  scroll(0);
  jest.runAllTimers();
  expect(kept).toEqual([0.5, 1, 0]);
});

it("keeps the last place when the card is closed before the pause", () => {
  const { kept, scroll, stop } = pane(0);
  scroll(700);
  stop();
  expect(kept).toEqual([0.5]);
});
