import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { watchUpdateLoops } from "./update-loops.ts";

interface Hook {
  onCommitFiberRoot(...args: unknown[]): void;
}
const page = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Partial<Hook>; requestIdleCallback?: unknown };
const found = jest.fn();
let rest: () => void;
let now: number;

beforeEach(() => {
  found.mockClear();
  now = 0;
  rest = () => {};
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = undefined;
  page.requestIdleCallback = (callback: () => void) => {
    rest = callback;
  };
  jest.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** React draws so often, in so many ms. */
function commit(times: number, ms: number): void {
  for (let time = 0; time < times; time += 1) {
    now += ms / times;
    page.__REACT_DEVTOOLS_GLOBAL_HOOK__!.onCommitFiberRoot!(1, {});
  }
}

it("drawing again and again without a rest is a loop, found again while it continues", () => {
  watchUpdateLoops(found);
  commit(99, 10_000);
  expect(found).not.toHaveBeenCalled();
  commit(1, 100);
  expect(found).toHaveBeenCalledTimes(1);
  commit(5_000, 2_500);
  expect(found).toHaveBeenCalledTimes(2);
});

it("a burst is none, nor is drawing each frame with rests in between", () => {
  watchUpdateLoops(found);
  commit(5_000, 1_900);
  rest();
  for (let frame = 0; frame < 1_000; frame += 1) {
    commit(5, 10);
    rest();
  }
  expect(found).not.toHaveBeenCalled();
});

it("drawing that follows a person who scrolls on a machine without a rest is none", () => {
  watchUpdateLoops(found);
  for (let frame = 0; frame < 600; frame += 1) {
    dispatchEvent(new Event("scroll"));
    commit(1, 16);
  }
  expect(found).not.toHaveBeenCalled();
  commit(200, 4_000);
  expect(found).toHaveBeenCalled();
});

it("a page that is hidden is not judged", () => {
  const hidden = jest.spyOn(document, "hidden", "get").mockReturnValue(true);
  watchUpdateLoops(found);
  commit(5_000, 10_000);
  hidden.mockReturnValue(false);
  commit(50, 10_000);
  expect(found).not.toHaveBeenCalled();
});

it("developer tools that are there are called as before", () => {
  const onCommit = jest.fn();
  page.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { onCommitFiberRoot: onCommit };
  watchUpdateLoops(found);
  commit(1, 1);
  expect(onCommit).toHaveBeenCalledWith(1, {});
});

it("browsers that do not say when they rest go without", () => {
  delete page.requestIdleCallback;
  watchUpdateLoops(found);
  expect(page.__REACT_DEVTOOLS_GLOBAL_HOOK__).toBeUndefined();
});
