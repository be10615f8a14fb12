import { createServer } from "node:net";

/**
 * Ports of each test process, below those that the system hands out: two processes never take the same. Above 10080,
 * the last one that browsers and `fetch` refuse (https://fetch.spec.whatwg.org/#port-blocking).
 */
const FIRST = 10_081;
const EACH = 2_000;

const own = FIRST + (Number(process.env.JEST_WORKER_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % 10) * EACH;
let next = process.pid % EACH;

/** A port of the loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < EACH; tries++) {
    const port = own + (next++ % EACH);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${own} and ${own + EACH} is free`);
}

const isFree = (port: number) =>
  new Promise<boolean>((known) => {
    const server = createServer();
    server.once("error", () => known(false));
    server.listen(port, "127.0.0.1", () => server.close(() => known(true)));
  });
