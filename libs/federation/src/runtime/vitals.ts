import { byRelease } from "./integrity.ts";

type Vital = "lcp" | "inp" | "cls";

/** Shortest interaction that is reported by the browser, ms: the least there is. */
const SHORTEST_INTERACTION = 16;
/** A session of layout shifts: shifts within 1 s of each other, at most 5 s; web.dev/cls. */
const SHIFT_GAP = 1_000;
const SHIFT_SESSION = 5_000;

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/**
 * Measures largest contentful paint and interaction to next paint (ms; of the interactions the slowest) and cumulative layout shift.
 * `paintedAt`: when the largest contentful paint was, ms.
 * @returns tells what was measured; called when the page is hidden, as it may not come back
 */
export function watchVitals(report: (vital: Vital, value: number, paintedAt: number) => void): () => void {
  let [lcp, inp, cls] = [0, 0, 0];
  let session = { value: 0, start: 0, last: 0 };
  const watch = (type: string, options: object, take: (entry: PerformanceEntry) => void) => {
    try {
      const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
      observer.observe({ type, buffered: true, ...options });
      return () => observer.takeRecords().forEach(take);
    } catch {
      return () => undefined; // this browser does not measure it
    }
  };
  const rests = [
    watch("largest-contentful-paint", {}, (entry) => {
      lcp = entry.startTime;
    }),
    watch("event", { durationThreshold: SHORTEST_INTERACTION }, (entry) => {
      if ((entry as PerformanceEventTiming).interactionId) inp = Math.max(inp, entry.duration);
    }),
    watch("layout-shift", {}, (entry) => {
      const { value, hadRecentInput, startTime } = entry as Shift;
      if (hadRecentInput) return;
      const goesOn = startTime - session.last < SHIFT_GAP && startTime - session.start < SHIFT_SESSION;
      session = goesOn ? { ...session, value: session.value + value, last: startTime } : { value, start: startTime, last: startTime };
      cls = Math.max(cls, session.value);
    }),
  ];
  return () => {
    for (const rest of rests) rest();
    if (!lcp) return;
    report("lcp", lcp, lcp);
    report("cls", cls, lcp);
    if (inp) report("inp", inp, lcp);
  };
}

/**
 * Whether no script under `bases` that was asked for before `until` (ms) came over the network. What a service worker answered counts as
 * kept: browsers do not tell where that had it from.
 */
export function areWarm(bases: readonly string[], until: number): boolean {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const isOwn = (name: string) => name.endsWith(".js") && bases.some((base) => byRelease(name).startsWith(base));
  return entries
    .filter(({ name, startTime }) => startTime <= until && isOwn(name))
    .every(({ transferSize, workerStart }) => transferSize === 0 || workerStart > 0);
}
