import type { Composition, LoadableRelease, PageConfig } from "../composition.ts";
import { TELEMETRY_PATH } from "../page.ts";
import { matchRoute } from "../route-rules.ts";
import type { Measurement } from "../telemetry.ts";
import { watchVitals } from "./vitals.ts";

/** Time that measurements may wait for company, ms. */
const BATCH_MS = 2_000;

interface Owner {
  app: string;
  release: string;
  /** Absolute address of its files. */
  base: string;
}

/** Reports how the releases of this page fare: each metric of a release once, in batches, past the end of the page. */
export class Telemetry {
  private readonly waiting: Measurement[] = [];
  private readonly told = new Set<string>();
  private readonly owners: Owner[];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly composition: Composition,
    private readonly config: PageConfig["telemetry"],
    /** Between 0 and 1; the page takes part when it is below the sample. */
    chance = Math.random(),
  ) {
    this.owners = [composition.shell, ...composition.remotes].flatMap(({ name, release, ...app }) => {
      const stable = (app as { stable?: LoadableRelease }).stable;
      return [release, ...(stable ? [stable] : [])].map(({ id, base }) => ({
        app: name,
        release: id,
        base: new URL(base, location.href).href,
      }));
    });
    this.active = chance < config.sample;
  }
  private readonly active: boolean;

  /** Listens from now on until the page ends. */
  start(): void {
    if (!this.active) return;
    this.report(this.composition.shell.name, this.composition.shell.release.id, "load");
    addEventListener("error", (event) => this.blame(event.error, event.filename));
    addEventListener("unhandledrejection", (event) => this.blame(event.reason, ""));
    const owner = matchRoute(this.composition, location.pathname)?.owner;
    const app = [this.composition.shell, ...this.composition.remotes].find(({ name }) => name === owner);
    const flush = watchVitals((vital, value) => app && this.report(app.name, app.release.id, vital, value));
    const leave = () => {
      flush();
      this.send();
    };
    document.addEventListener("visibilitychange", () => document.hidden && leave());
    addEventListener("pagehide", leave); // not every browser hides a page that is left
  }

  /** What is told twice of a release counts once. */
  report(app: string, release: string, metric: Measurement["metric"], value?: number): void {
    const key = `${app} ${release} ${metric}`;
    if (!this.active || this.told.has(key)) return;
    this.told.add(key);
    this.waiting.push({ app, release, metric, ...(value === undefined ? {} : { value }) });
    this.timer ??= setTimeout(() => this.send(), BATCH_MS);
  }

  /** An error that nothing handled belongs to the release whose script is the first of ours in its stack. */
  private blame(error: unknown, file: string): void {
    const stack = `${file}\n${error instanceof Error ? error.stack : ""}`;
    const places = this.owners
      .map((owner) => ({ owner, at: stack.indexOf(owner.base) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    if (places[0]) this.report(places[0].owner.app, places[0].owner.release, "error");
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const measurements = this.waiting.splice(0);
    if (measurements.length) navigator.sendBeacon(TELEMETRY_PATH, JSON.stringify({ page: this.config.page, measurements }));
  }
}
