import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { events, type ServerEvent } from "./stream.ts";

type Answer = (response: ServerResponse) => void;
let server: Server;
let answers: Answer[] = [];
let asked: { method: string; lastEventId: string | undefined; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      asked.push({
        method: request.method ?? "",
        lastEventId: request.headers["last-event-id"] as string | undefined,
        body,
      });
      answers.shift()?.(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
beforeEach(() => {
  answers = [];
  asked = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const transport = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
const stream = { "content-type": "text/event-stream" };
const send =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, stream).end(text);
const breakOff =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, stream).write(text, () => response.destroy());
const over: Answer = (response) => response.writeHead(204).end();

async function all(options: Parameters<typeof events>[2] = {}) {
  const waits: number[] = [];
  const got: ServerEvent[] = [];
  for await (const event of events(transport, "/stream", { wait: async (ms) => void waits.push(ms), ...options }))
    got.push(event);
  return { waits, got };
}

describe("server-sent events", () => {
  it("delivers names, ids and data of several lines, cut wherever the network cuts them", async () => {
    answers = [
      (response) => {
        response.writeHead(200, stream).write("id: 1\nevent: to");
        response.write("ken\ndata: Grü");
        response.end("ße\ndata: zwei\n\n: a comment\n\ndata: plain\n\n");
      },
      over,
    ];
    expect((await all()).got).toEqual([
      { id: "1", event: "token", data: "Grüße\nzwei" },
      { id: "1", event: "message", data: "plain" },
    ]);
  });

  it("continues after the last event when the connection broke", async () => {
    answers = [breakOff("id: 7\ndata: a\n\ndata: half"), send("id: 8\ndata: b\n\n"), over];
    const { got } = await all({ json: { question: "why" } });
    expect(got.map(({ id, data }) => [id, data])).toEqual([
      ["7", "a"],
      ["8", "b"],
    ]);
    expect(asked.map(({ method, lastEventId }) => [method, lastEventId])).toEqual([
      ["POST", undefined],
      ["POST", "7"],
      ["POST", "8"],
    ]);
    expect(asked[1]?.body).toBe('{"question":"why"}');
  });

  it("waits as the server says, longer each time nothing comes, and starts where the caller left off", async () => {
    const nothing: Answer = (response) => response.writeHead(503).end();
    answers = [send("retry: 20\nid: 3\ndata: a\n\n"), nothing, nothing, over];
    const { waits } = await all({ lastEventId: "2" });
    expect(waits).toEqual([20, 40, 80]);
    expect(asked[0]?.lastEventId).toBe("2");
  });

  it("does not ask again when it is refused", async () => {
    answers = [
      (response) =>
        response.writeHead(403, { "content-type": "application/problem+json" }).end(
          JSON.stringify({
            type: "about:blank",
            title: "Forbidden",
            status: 403,
            code: "forbidden",
            detail: "It is not yours.",
          }),
        ),
    ];
    await expect(all()).rejects.toThrow("It is not yours.");
    expect(asked).toHaveLength(1);
  });

  it("ends without an error when the caller gives up, and closes the connection", async () => {
    const closed = new Promise<void>((done) => {
      answers = [(response) => void response.writeHead(200, stream).on("close", done).write("data: a\n\n")];
    });
    const stop = new AbortController();
    const got: string[] = [];
    for await (const { data } of events(transport, "/stream", { signal: stop.signal })) {
      got.push(data);
      stop.abort();
    }
    await closed;
    expect(got).toEqual(["a"]);
  });
});
