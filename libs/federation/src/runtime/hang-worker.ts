import type { Beat } from "./hang-watch.ts";

/**
 * Beats come once a second. After so many that did not, the page hangs: longer than slow phones take to start, and
 * before people leave.
 */
const MISSED_BEATS = 8;
const BEAT_MS = 1_000;

/** The part of a worker's global scope that is used here. */
declare const self: { onmessage: ((event: { data: Beat }) => void) | null };

let last: Beat | null = null;
let missed = 0;
let reported: string | null = null;

self.onmessage = ({ data }) => {
  last = data;
  missed = 0;
};

// Counted in ticks of this thread: while a machine sleeps, it sleeps as well.
setInterval(() => {
  missed += 1;
  if (!last?.report || !last.visible || missed < MISSED_BEATS || reported === last.report) return;
  reported = last.report;
  void fetch(last.to, { method: "POST", body: last.report, keepalive: true }).catch(() => undefined);
}, BEAT_MS);
