import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SlowProvider {
  /** Base URL of its OpenAI-compatible interface. */
  url: string;
  /** Resolves once so many streams wait for their first token. */
  asked(count: number): Promise<void>;
  /** Lets them go; those that come later wait again. */
  begin(): void;
  stop(): Promise<void>;
}

/**
 * A provider that streams so many tokens at a rate, each at a moment of its own. A token is when it was sent, ms of
 * this process's clock, and a semicolon.
 * @param rate tokens a second of each stream
 */
export async function startSlowProvider(of: { rate: number; tokens: number }): Promise<SlowProvider> {
  let waiting: ServerResponse[] = [];
  let told: { count: number; done: () => void } | null = null;
  const server = createServer((request, response) => {
    if (request.method === "GET") return void response.end(JSON.stringify({ object: "list", data: [{ id: "slow" }] }));
    request.resume();
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    waiting.push(response);
    if (told && waiting.length >= told.count) told.done();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: (count) =>
      new Promise((done) => {
        told = { count, done };
        if (waiting.length >= count) done();
      }),
    begin() {
      for (const response of waiting) stream(response, of);
      waiting = [];
      told = null;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const CHUNK = { id: "c1", object: "chat.completion.chunk", created: 1_700_000_000, model: "slow" };

function stream(response: ServerResponse, { rate, tokens }: { rate: number; tokens: number }): void {
  const send = (more: object) => response.write(`data: ${JSON.stringify({ ...CHUNK, ...more })}\n\n`);
  let left = tokens;
  const next = () => {
    if (left === 0) {
      clearInterval(timer);
      send({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
      send({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } });
      return void response.end("data: [DONE]\n\n");
    }
    left -= 1;
    send({ choices: [{ index: 0, delta: { content: `${performance.now().toFixed(3)};` }, finish_reason: null }] });
  };
  let timer: NodeJS.Timeout;
  setTimeout(
    () => {
      timer = setInterval(next, 1000 / rate);
    },
    Math.random() * (1000 / rate),
  );
  response.once("close", () => clearInterval(timer));
}
