import { jest } from "@jest/globals";
import { whenDrawn } from "./first-view.ts";

const outline = '<div class="outline"></div>';
const skeleton = '<main><div role="status" aria-label="Loading..."></div></main>';

/** What happened by now: callbacks of observers and promises have run. */
const turn = () => new Promise((done) => setTimeout(done));

function page(html: string) {
  const root = document.createElement("div");
  root.innerHTML = html;
  let isDrawn = false;
  void whenDrawn(root).then(() => {
    isDrawn = true;
  });
  return { root, isDrawn: () => isDrawn };
}

beforeEach(() => {
  Object.assign(window, { requestIdleCallback: (then: () => void) => then() });
});
afterEach(() => {
  jest.useRealTimers();
});

it("is drawn when neither the outline nor a skeleton is left", async () => {
  const { root, isDrawn } = page(outline);
  await turn();
  expect(isDrawn()).toBe(false);
  root.innerHTML = skeleton;
  await turn();
  expect(isDrawn()).toBe(false);
  root.innerHTML = "<main><h1>Inbox</h1></main>";
  await turn();
  expect(isDrawn()).toBe(true);
});

it("counts as drawn after ten seconds: an answer may never come", async () => {
  jest.useFakeTimers({ doNotFake: ["requestIdleCallback"] });
  const { isDrawn } = page(skeleton);
  await jest.advanceTimersByTimeAsync(9_999);
  expect(isDrawn()).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(isDrawn()).toBe(true);
});

it("counts as drawn soon after that in a browser that is never idle", async () => {
  jest.useFakeTimers();
  Object.assign(window, {
    requestIdleCallback: (then: () => void, { timeout = Number.POSITIVE_INFINITY } = {}) =>
      Number.isFinite(timeout) && setTimeout(then, timeout),
  });
  const { isDrawn } = page("<main><h1>Inbox</h1></main>");
  await jest.advanceTimersByTimeAsync(1_000);
  expect(isDrawn()).toBe(true);
});
