import { TELEMETRY_PATH } from "../page.ts";
import type { TelemetryReport } from "../telemetry.ts";

/** The worker's file in the shell's release. */
export const HANG_WORKER = "hang-worker.js";
const BEAT_MS = 1_000;

/** What the page sends the worker: that it is alive, and what to report, and where, once it no longer is. */
export interface Beat {
  visible: boolean;
  to: string;
  /** JSON of a TelemetryReport; null where nothing is to be reported. */
  report: string | null;
}

/** Beats for the page's thread: a thread that is caught in a loop cannot report it, the worker can. */
export class HangWatch {
  private report: string | null = null;
  private readonly worker: Pick<Worker, "postMessage">;

  constructor(worker: Pick<Worker, "postMessage">) {
    this.worker = worker;
    setInterval(() => this.beat(), BEAT_MS);
    document.addEventListener("visibilitychange", () => this.beat());
  }

  /** What to report from now on; the worker knows it before the code that may hang runs. */
  expect(report: TelemetryReport): void {
    this.report = JSON.stringify(report);
    this.beat();
  }

  private beat(): void {
    const beat: Beat = {
      visible: !document.hidden,
      to: new URL(TELEMETRY_PATH, location.href).href,
      report: this.report,
    };
    this.worker.postMessage(beat);
  }
}
