import type { Composition, PageConfig } from "../composition.ts";
import { TELEMETRY_PATH } from "../page.ts";
import { matchRoute } from "../route-rules.ts";
import type { Measurement } from "../telemetry.ts";
import { Blame } from "./blame.ts";
import { HANG_WORKER, HangWatch } from "./hang-watch.ts";
import { areWarm, watchVitals } from "./vitals.ts";

/** Time that measurements may wait for company, ms. */
const BATCH_MS = 2_000;

/** Reports how the releases of this page fare: each metric of a release once, in batches, past the end of the page. */
export class Telemetry {
  private readonly waiting: Measurement[] = [];
  private readonly reported = new Set<string>();
  private readonly blame: Blame;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hangs: HangWatch | undefined;
  private path = location.pathname;
  /** Release that an app runs in this page: another than it was composed with, once that has failed. */
  private readonly running = new Map<string, string>();

  constructor(
    private readonly composition: Composition,
    private readonly config: PageConfig["telemetry"],
    /** Between 0 and 1; the page takes part when it is below the sample. */
    chance = Math.random(),
  ) {
    this.blame = new Blame(composition);
    this.active = chance < config.sample;
  }
  private readonly active: boolean;

  /** Listens from now on until the page ends. */
  start(): void {
    if (!this.active) return;
    this.report(this.composition.shell.name, this.composition.shell.release.id, "load");
    addEventListener("error", (event) => this.unhandled(event.error, event.filename));
    addEventListener("unhandledrejection", (event) => this.unhandled(event.reason, ""));
    this.startHangWatch();
    this.visit(this.path);
    const { shell, remotes } = this.composition;
    const owner = matchRoute(this.composition, location.pathname)?.owner;
    const owned = remotes
      .filter(({ name }) => name === owner)
      .flatMap(({ release, stable }) => [release, ...(stable ? [stable] : [])]);
    const bases = [shell.release, ...owned].map(({ base }) => new URL(base, location.href).href);
    const flush = watchVitals((vital, value, paintedAt) => {
      const release = owner && this.releaseOf(owner);
      if (release) this.report(owner, release, vital, { value, warm: areWarm(bases, paintedAt) });
    });
    const leave = () => {
      flush();
      this.send();
    };
    document.addEventListener("visibilitychange", () => document.hidden && leave());
    addEventListener("pagehide", leave); // not every browser hides a page that is left
  }

  /** From now on, the app runs this release. */
  runs(app: string, release: string): void {
    const before = this.releaseOf(app);
    this.running.set(app, release);
    if (before !== release) this.visit(this.path);
  }

  /** As `report`, of the release that the app runs. */
  reportOf(app: string, metric: Measurement["metric"]): void {
    const release = this.releaseOf(app);
    if (release) this.report(app, release, metric);
  }

  /**
   * What a boundary caught of an app. The shell's boundaries frame everything: what they catch is of the release whose
   * script threw it, and of the shell when no stack tells.
   */
  caught(app: string, error: unknown): void {
    const isShell = app === this.composition.shell.name;
    if (!isShell || !this.unhandled(error, "")) this.reportOf(app, "error");
  }

  /** React drew it after all: reported for the release whose script threw, of the page's `app` when no stack tells. */
  recovered(app: string, error: unknown): void {
    const culprit = this.blame.of(error);
    if (culprit) this.report(culprit.app, culprit.release, "recovered");
    else this.reportOf(app, "recovered");
  }

  /** The page at `path` is about to be drawn: when it hangs, that is reported of the app whose page it is. */
  visit(path: string): void {
    this.path = path;
    const app = matchRoute(this.composition, path)?.app ?? this.composition.shell.name;
    const release = this.releaseOf(app);
    if (release) this.hangs?.expect({ page: this.config.page, measurements: [{ app, release, metric: "hang" }] });
  }

  /** What is reported twice of a release counts once. */
  report(
    app: string,
    release: string,
    metric: Measurement["metric"],
    measured: Pick<Measurement, "value" | "warm"> = {},
  ): void {
    const key = `${app} ${release} ${metric}`;
    if (!this.active || this.reported.has(key)) return;
    this.reported.add(key);
    this.waiting.push({ app, release, metric, ...measured });
    this.timer ??= setTimeout(() => this.send(), BATCH_MS);
  }

  private releaseOf(app: string): string | undefined {
    const { shell, remotes } = this.composition;
    return this.running.get(app) ?? [shell, ...remotes].find(({ name }) => name === app)?.release.id;
  }

  /** A developer's own build has no worker: it would come from another origin. */
  private startHangWatch(): void {
    const { base, integrity, moreIntegrity } = this.composition.shell.release;
    if (typeof Worker === "undefined" || !(integrity?.[HANG_WORKER] || moreIntegrity)) return;
    this.hangs = new HangWatch(new Worker(base + HANG_WORKER));
  }

  /** Whether the error could be reported for a release. */
  private unhandled(error: unknown, file: string): boolean {
    const culprit = this.blame.of(error, file);
    if (culprit) this.report(culprit.app, culprit.release, "error");
    return culprit !== null;
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const measurements = this.waiting.splice(0);
    if (measurements.length)
      navigator.sendBeacon(TELEMETRY_PATH, JSON.stringify({ page: this.config.page, measurements }));
  }
}
