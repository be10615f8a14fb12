// One process of listeners for bench/realtime.ts: opens its share of connections, joins each to a channel, and reports
// for every broadcast how long after its sending each listener had it. Talks with its parent over IPC.
import { WebSocket } from "ws";

const [url, count, atOnce] = process.argv.slice(2) as [string, string, string];
const sockets: WebSocket[] = [];
let latencies: number[] = [];
let ref = 0;

/** Opens one connection and joins. @returns ms from the beginning to the answer */
function listen(): Promise<number> {
  const started = performance.now();
  return new Promise((joined, failed) => {
    const socket = new WebSocket(url, [], { perMessageDeflate: false });
    sockets.push(socket);
    socket.on("error", failed);
    socket.on("open", () =>
      socket.send(JSON.stringify(["1", String(++ref), "realtime:bench", "phx_join", { config: {} }])),
    );
    socket.on("message", (data: Buffer, binary: boolean) => {
      if (!binary) {
        const [, , , event, payload] = JSON.parse(data.toString());
        if (event !== "phx_reply") return;
        if (payload.status === "ok") joined(performance.now() - started);
        else failed(new Error(JSON.stringify(payload)));
        return;
      }
      const sent = Number(/"sent":([\d.]+)/.exec(data.toString("latin1"))![1]);
      latencies.push(performance.timeOrigin + performance.now() - sent);
    });
  });
}

const joins: number[] = [];
let left = Number(count);
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (left-- > 0) joins.push(await listen());
  }),
);
process.send!({ joins });
setInterval(() => {
  for (const socket of sockets) socket.send(JSON.stringify([null, String(++ref), "phoenix", "heartbeat", {}]));
}, 25_000);
process.on("message", () => {
  process.send!({ latencies, open: sockets.filter((socket) => socket.readyState === WebSocket.OPEN).length });
  latencies = [];
});
