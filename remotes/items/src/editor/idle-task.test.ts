import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { IdleTask } from "./idle-task.ts";

const page = globalThis as { requestIdleCallback?: unknown; cancelIdleCallback?: unknown };
/** What waits for the page to be idle. */
let waiting: Map<number, () => void>;
const becomeIdle = () => {
  for (const [id, run] of [...waiting]) if (waiting.delete(id)) run();
};

const run = jest.fn();
let task: IdleTask;
beforeEach(() => {
  jest.useFakeTimers();
  waiting = new Map();
  page.requestIdleCallback = (then: () => void) => {
    waiting.set(waiting.size + 1, then);
    return waiting.size;
  };
  page.cancelIdleCallback = (id: number) => waiting.delete(id);
  run.mockClear();
  task = new IdleTask(run, 400, 2_000);
});
afterEach(() => {
  jest.useRealTimers();
  delete page.requestIdleCallback;
  delete page.cancelIdleCallback;
});

it("is done once the page is idle after a pause, once", () => {
  task.soon();
  jest.advanceTimersByTime(300);
  task.soon();
  jest.advanceTimersByTime(300);
  becomeIdle();
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(100);
  expect(run).not.toHaveBeenCalled();
  becomeIdle();
  expect(run).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5_000);
  becomeIdle();
  expect(run).toHaveBeenCalledTimes(1);
});

it("does not wait for the pause of somebody who makes none", () => {
  for (let at = 0; at < 20; at += 1) {
    task.soon();
    jest.advanceTimersByTime(100);
  }
  task.soon();
  becomeIdle();
  expect(run).toHaveBeenCalledTimes(1);
});

it("is not done after it was cancelled", () => {
  task.soon();
  task.cancel();
  jest.advanceTimersByTime(5_000);
  task.soon();
  jest.advanceTimersByTime(400);
  task.cancel();
  becomeIdle();
  expect(run).not.toHaveBeenCalled();
});

it("is done after the pause where the browser does not say when it is idle", () => {
  delete page.requestIdleCallback;
  task.soon();
  jest.advanceTimersByTime(400);
  expect(run).toHaveBeenCalledTimes(1);
});
