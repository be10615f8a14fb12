// A thread beside the one that reads: it sees the limits passed, or the parent gone, whatever loop the reader is in.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const POLL_INTERVAL_MS = 50;
const { limits, parent } = workerData as { limits: Float64Array; parent: number };

const end = (why: string) => {
  try {
    writeSync(2, `${why}\n`);
  } finally {
    process.kill(process.pid, "SIGKILL");
  }
};

setInterval(() => {
  if (process.ppid !== parent) end("limit:parent");
  const [cpuMs, maxRss] = limits as unknown as [number, number];
  const { user, system } = process.cpuUsage();
  if (cpuMs > 0 && (user + system) / 1000 > cpuMs) end("limit:time");
  if (process.memoryUsage.rss() > maxRss) end("limit:memory");
}, POLL_INTERVAL_MS);
