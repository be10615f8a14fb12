type Store = Pick<Storage, "getItem" | "setItem">;

/** What pages of this browser show now: app and release by the page's id, and when it was last alive. */
const SHOWN = "tessera:shown";
/** Releases that hung a page here, and when. */
const HUNG = "tessera:hung";
const BEAT_MS = 1_000;
/**
 * A page that is visible and has not been alive for so long hangs: five missed beats. People notice, and open another
 * one, later than that.
 */
const STALE_MS = 5_000;
/** A release that hung a page is not started in this browser for so long, where there is a stable one. */
const MEMORY_MS = 24 * 60 * 60 * 1_000;

interface Shown {
  release: string;
  at: number;
}

/**
 * Remembers over the end of a page which release it shows, for as long as it is visible and alive. A page that hangs
 * cannot take its mark back: the next page finds it, and starts that app from its stable release.
 */
export class HangMarker {
  private readonly page = crypto.randomUUID();
  private readonly releases = new Map<string, string>();
  private readonly hung: Record<string, number>;
  private app: string | null = null;

  constructor(
    private readonly storage: Store,
    private readonly now: () => number = Date.now,
  ) {
    const known = Object.entries(this.read<number>(HUNG)).filter(([, at]) => this.now() - at < MEMORY_MS);
    const shown = Object.entries(this.read<Shown>(SHOWN));
    const isStale = ([, { at }]: [string, Shown]) => Math.abs(this.now() - at) >= STALE_MS;
    this.hung = Object.fromEntries([
      ...known,
      ...shown.filter(isStale).map(([, { release }]) => [release, this.now()]),
    ]);
    this.write(HUNG, this.hung);
    this.write(SHOWN, Object.fromEntries(shown.filter((entry) => !isStale(entry))));
  }

  /** Marks the page from now on until it is hidden or left. */
  start(): void {
    setInterval(() => this.beat(), BEAT_MS);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.takeBack() : this.beat()));
    addEventListener("pagehide", () => this.takeBack());
    addEventListener("pageshow", () => this.beat());
  }

  /** Whether this release of an app hung a page of this browser lately. */
  has(app: string, release: string): boolean {
    return Object.hasOwn(this.hung, `${app} ${release}`);
  }

  /** From now on, the app runs this release. */
  runs(app: string, release: string): void {
    this.releases.set(app, release);
    if (app === this.app) this.beat();
  }

  /** The app's page is about to be drawn; null: a page that no remote draws. */
  visit(app: string | null): void {
    this.app = app;
    this.beat();
  }

  private beat(): void {
    const release = this.app && this.releases.get(this.app);
    const at = this.now();
    if (!release) this.takeBack();
    else if (!document.hidden)
      this.write(SHOWN, { ...this.read<Shown>(SHOWN), [this.page]: { release: `${this.app} ${release}`, at } });
  }

  private takeBack(): void {
    const { [this.page]: own, ...others } = this.read<Shown>(SHOWN);
    if (own) this.write(SHOWN, others);
  }

  private read<T>(key: string): Record<string, T> {
    try {
      return JSON.parse(this.storage.getItem(key) ?? "{}") as Record<string, T>;
    } catch {
      return {}; // no storage, or something else wrote there
    }
  }

  private write(key: string, value: object): void {
    try {
      this.storage.setItem(key, JSON.stringify(value));
    } catch {
      // without storage the next page cannot know
    }
  }
}
