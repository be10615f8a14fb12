import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ProviderKind } from "@tessera/contracts-agents/providers.ts";
import { type ModelPart, streamModel } from "./stream-model.ts";

/** What each provider streams, as its documentation has it. */
const ANTHROPIC = [
  [
    "message_start",
    {
      message: {
        id: "m",
        type: "message",
        role: "assistant",
        model: "c",
        content: [],
        usage: { input_tokens: 9, cache_read_input_tokens: 4, output_tokens: 1 },
      },
    },
  ],
  ["content_block_start", { index: 0, content_block: { type: "text", text: "" } }],
  ["content_block_delta", { index: 0, delta: { type: "text_delta", text: "Good " } }],
  ["content_block_delta", { index: 0, delta: { type: "text_delta", text: "morning" } }],
  ["content_block_stop", { index: 0 }],
  ["message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 6 } }],
  ["message_stop", {}],
]
  .map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...(data as object) })}\n\n`)
  .join("");
const HALF = ANTHROPIC.slice(0, ANTHROPIC.indexOf("event: content_block_delta", ANTHROPIC.indexOf("Good ")));
const GOOGLE = [
  { candidates: [{ content: { role: "model", parts: [{ text: "Good " }] } }] },
  {
    candidates: [{ content: { role: "model", parts: [{ text: "morning" }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 9, cachedContentTokenCount: 4, candidatesTokenCount: 6, totalTokenCount: 15 },
  },
]
  .map((data) => `data: ${JSON.stringify(data)}\n\n`)
  .join("");

let server: Server;
let url: string;
let asked: IncomingMessage[];
/** Null: an answer that stops in its middle, and does not end. */
let answer: string | { redirect: string } | null;
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    request.resume();
    if (answer === null) return response.writeHead(200, { "content-type": "text/event-stream" }).write(HALF);
    if (typeof answer !== "string") return response.writeHead(307, { location: answer.redirect }).end();
    response.writeHead(200, { "content-type": "text/event-stream" }).end(answer);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => new Promise((closed) => server.close(closed)));

async function ask(kind: ProviderKind, key: string | null = "key-1") {
  const parts: ModelPart[] = [];
  const request = {
    provider: { name: "Maker", kind, baseUrl: `${url}/base`, key },
    ...{ model: "one", messages: [{ role: "user" as const, content: "Hello" }], maxOutputTokens: 50 },
    signal: new AbortController().signal,
  };
  for await (const part of streamModel(request, { allowed: new Set(), loopback: true })) parts.push(part);
  return parts;
}

test.each([
  ["anthropic", ANTHROPIC, "/base/messages", "x-api-key"],
  ["google", GOOGLE, "/base/models/one:streamGenerateContent?alt=sse", "x-goog-api-key"],
] as const)(
  "%s is asked at its own address with its own header, and its answer is read",
  async (kind, stream, path, header) => {
    answer = stream;
    const parts = await ask(kind);
    expect(asked.map((request) => [request.url, request.headers[header]])).toEqual([[path, "key-1"]]);
    expect(parts.map((part) => (part.type === "text" ? part.text : ""))).toEqual(["Good ", "morning", ""]);
    expect(parts.at(-1)).toMatchObject({ type: "end", finish: "stop", tokens: { cached: 4, output: 6 } });
  },
);

test("without a key none is sent, and none is looked for in the process's variables", async () => {
  answer = ANTHROPIC;
  await ask("anthropic", null);
  expect(asked[0]!.headers["x-api-key"]).toBe("none");
});

test("a redirect is not followed: the key would go along", async () => {
  answer = { redirect: `${url}/elsewhere` };
  await expect(ask("openai-compatible")).rejects.toThrow("Maker redirects elsewhere");
  expect(asked).toHaveLength(1);
});

test("who leaves in the middle ends the connection, also where its provider writes no further", async () => {
  const left = new Promise((gone) => {
    server.once("request", (_, response: ServerResponse) => response.once("close", gone));
  });
  answer = null;
  const request = {
    provider: { name: "Maker", kind: "anthropic" as const, baseUrl: `${url}/base`, key: null },
    ...{ model: "one", messages: [{ role: "user" as const, content: "Hello" }], maxOutputTokens: 50 },
    signal: new AbortController().signal,
  };
  for await (const part of streamModel(request, { allowed: new Set(), loopback: true })) {
    expect(part).toEqual({ type: "text", text: "Good " });
    break;
  }
  await left;
});
