import { WebSocket } from "ws";
import { Inbox } from "./clients.ts";

type Message = {
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: Record<string, unknown>;
};

/** A websocket without a client library: sends what no client would. */
export async function rawClient(url: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const address = `${url.replace("http", "ws")}/realtime/v1/websocket?${new URLSearchParams({ apikey: "tessera", vsn: "2.0.0", ...query })}`;
  const socket = new WebSocket(address, [], { headers, perMessageDeflate: false });
  const inbox = new Inbox<Message>();
  const binary = new Inbox<Buffer>();
  const closed = new Promise<{ code: number; reason: string }>((close) =>
    socket.on("close", (code: number, reason: Buffer) => close({ code, reason: reason.toString() })),
  );
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (isBinary) return binary.put(data);
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString());
    inbox.put({ joinRef, ref, topic, event, payload });
  });
  await new Promise<void>((open, failed) => {
    socket.on("open", () => open());
    socket.on("error", failed);
  });
  let ref = 0;
  const send = (topic: string, event: string, payload: unknown, joinRef: string | null = null) => {
    const own = String(++ref);
    socket.send(JSON.stringify([joinRef, own, topic, event, payload]));
    return inbox.find((message) => message.event === "phx_reply" && message.ref === own).then((reply) => reply.payload);
  };
  return { socket, inbox, binary, closed, send, close: () => socket.close() };
}

/** What the server answers to an upgrade it refuses. */
export async function refusedUpgrade(url: string, path: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url.replace("http", "ws") + path, [], { headers });
  socket.on("error", () => undefined);
  const response = await new Promise<import("node:http").IncomingMessage>((refused) =>
    socket.on("unexpected-response", (_request: unknown, answer: import("node:http").IncomingMessage) =>
      refused(answer),
    ),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) as { error: string } };
}
