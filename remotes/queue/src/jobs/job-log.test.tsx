import type { Job } from "@tessera/contracts-queue/queue.ts";
import { UiProvider } from "@tessera/ui";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { jobOf } from "../testing/queue-server.ts";
import { JobLog } from "./job-log.tsx";

afterEach(cleanup);

const ROW = 20;
const running = (lines: number): Job =>
  jobOf(1, {
    ...{ state: "running", finishedAt: null },
    log: Array.from({ length: lines }, (_, n) => ({ at: new Date(n).toISOString(), message: `Line ${n}` })),
  });
const shown = (lines: number) => (
  <UiProvider settings={{ mode: "light", density: "comfortable" }}>
    <JobLog job={running(lines)} detail={undefined} />
  </UiProvider>
);

/** The log as a browser lays it out: rows of 20 px, of which ten are seen. */
function laidOut(): HTMLElement {
  const log = screen.getByRole("list", { name: "What happened" });
  Object.defineProperty(log, "scrollHeight", { get: () => log.children.length * ROW });
  Object.defineProperty(log, "clientHeight", { value: 10 * ROW });
  return log;
}
const scrolledTo = (log: HTMLElement, top: number) => {
  log.scrollTop = top;
  fireEvent.scroll(log);
};

test("the log of a running job keeps its end in sight as lines come, unless its reader has scrolled up", () => {
  const { rerender } = render(shown(30));
  const log = laidOut();
  rerender(shown(31));
  expect(screen.getByText("Line 30")).toBeVisible();
  expect(log.scrollTop).toBe(log.scrollHeight);

  scrolledTo(log, 100);
  rerender(shown(40));
  expect(screen.getByText("Line 39")).toBeInTheDocument();
  expect(log.scrollTop).toBe(100);

  scrolledTo(log, log.scrollHeight - log.clientHeight);
  rerender(shown(41));
  expect(log.scrollTop).toBe(log.scrollHeight);
});
