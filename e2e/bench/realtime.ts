// 10,000 connections to one process, all on one channel: time to join, memory, and how long a broadcast takes to each
// of them. Prints percentiles; ends with 1 when a connection or a message was lost. Needs the services' build and open
// files for all connections in each process (ulimit -n); says so and measures nothing where they are not allowed.
// Clients run in processes of their own, on the same cores: latencies include theirs.
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { WebSocket } from "ws";
import { Product } from "../src/product.ts";

const { values } = parseArgs({
  options: {
    connections: { type: "string", default: "10000" },
    broadcasts: { type: "string", default: "20" },
    processes: { type: "string", default: "2" },
    /** Concurrent joins in each process. */
    joins: { type: "string", default: "50" },
  },
});
const [connections, broadcasts, processes] = [
  Number(values.connections),
  Number(values.broadcasts),
  Number(values.processes),
];
/** Ms between broadcasts: one to everybody each time. */
const PAUSE_MS = 1000;
/** Ms between looks at memory. */
const SETTLE_MS = 2500;

/** Files that a process has open besides its connections, at most. */
const OTHER_FILES = 500;
const lacking = lackingFiles(connections + OTHER_FILES);
if (lacking) {
  console.log(`realtime skipped: ${lacking}`);
  process.exit(0);
}

const product = await Product.start({
  REALTIME_PUBLIC_CHANNELS: "true",
  REALTIME_MAX_CONNECTIONS: String(connections + 10),
  REALTIME_MAX_CONNECTIONS_PER_ADDRESS: String(connections + 10),
});
const clients: ChildProcess[] = [];
try {
  const socketUrl = `${product.url.replace("http", "ws")}/realtime/v1/websocket?apikey=tessera&vsn=2.0.0`;
  const before = await settled();
  const started = performance.now();
  const script = path.join(import.meta.dirname, "realtime-clients.ts");
  for (let index = 0; index < processes; index++)
    clients.push(fork(script, [socketUrl, String(Math.ceil(connections / processes)), values.joins!]));
  const joins = (await Promise.all(clients.map((client) => messageFrom<{ joins: number[] }>(client)))).flatMap(
    (report) => report.joins,
  );
  const took = (performance.now() - started) / 1000;
  const connected = await settled();
  console.log(
    `${joins.length} connections joined in ${took.toFixed(1)} s (${Math.round(joins.length / took)}/s)`,
    percentiles(joins),
  );
  console.log(
    `memory ${before} MB before, ${connected} MB connected: ${(((connected - before) * 1024) / joins.length).toFixed(1)} KB each`,
  );

  const latencies = await broadcast(socketUrl);
  const reports = await Promise.all(clients.map(ask));
  latencies.push(...reports.flatMap((report) => report.latencies));
  const open = reports.reduce((sum, report) => sum + report.open, 0);
  const expected = joins.length * broadcasts;
  console.log(`${broadcasts} broadcasts to each, one a second: latency in ms`, percentiles(latencies));
  console.log(`${latencies.length} of ${expected} arrived, ${open} connections open, ${memory()} MB at the end`);
  if (latencies.length !== expected || open !== joins.length) process.exitCode = 1;
} finally {
  for (const client of clients) client.kill();
  await product.stop();
}

/** Why a process cannot have so many files open, as a sentence; null when it can. */
function lackingFiles(needed: number): string | null {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | string } } };
  const limit = Number(userLimits?.open_files.soft ?? Number.POSITIVE_INFINITY); // "unlimited" is no number
  if (!(limit < needed)) return null;
  return `${connections} connections need ${needed} open files in a process, and ${limit} are allowed here. Raise it first: ulimit -n ${needed}`;
}

/** Sends one after another. @returns latencies collected on the way */
async function broadcast(url: string): Promise<number[]> {
  const sender = new WebSocket(url, [], { perMessageDeflate: false });
  await new Promise((open, failed) => {
    sender.on("open", () => open(null));
    sender.on("error", failed);
  });
  const push = (event: string, payload: object) =>
    sender.send(JSON.stringify(["0", "0", "realtime:bench", event, payload]));
  push("phx_join", { config: {} });
  for (let index = 0; index < broadcasts; index++) {
    push("broadcast", {
      type: "broadcast",
      event: "tick",
      payload: { sent: performance.timeOrigin + performance.now(), text: "x".repeat(100) },
    });
    await new Promise((next) => setTimeout(next, PAUSE_MS));
  }
  // Once the sender's own heartbeat is answered and the clients have answered, all that was sent has arrived: TCP keeps
  // the order.
  const answered = new Promise((done) => sender.on("message", done));
  sender.send(JSON.stringify([null, "1", "phoenix", "heartbeat", {}]));
  await answered;
  const reports = await Promise.all(clients.map(ask));
  sender.close();
  return reports.flatMap((report) => report.latencies);
}

function ask(client: ChildProcess) {
  client.send("report");
  return messageFrom<{ latencies: number[]; open: number }>(client);
}

function messageFrom<T>(client: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    client.once("message", (message) => resolve(message as T));
    client.once("exit", (code) => reject(new Error(`A process of clients ended with ${code}`)));
  });
}

/** Resident memory in MB once it falls no more: what starting took is given back over some seconds. */
async function settled(): Promise<number> {
  for (let last = memory(), steady = 0; ; last = memory()) {
    await new Promise((next) => setTimeout(next, SETTLE_MS));
    steady = memory() < last * 0.99 ? 0 : steady + 1;
    if (steady === 4) return memory();
  }
}

/** Resident memory of the product in MB. */
function memory(): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, "utf8"))![1]) / 1024);
}

function percentiles(numbers: number[]) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const at = (share: number) =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1));
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
