import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server answers to one request for a completion. */
export interface ModelAnswer {
  /** The model that answers so; any without. */
  model?: string;
  /** Pieces of the text, one event each. */
  pieces?: string[];
  reasoning?: string;
  toolCalls?: { name: string; arguments: object }[];
  /** Leaves `index` out of streamed tool calls, as some servers do. */
  omitsIndex?: boolean;
  /** Null: no usage is sent. */
  usage?: { prompt_tokens: number; completion_tokens: number; cached?: number } | null;
  /** Pieces after which the connection breaks. */
  cutAfter?: number;
  /** An error in the stream, after the pieces. */
  streamError?: string;
  /** Refuses instead. */
  refuse?: { status: number; message: string; retryAfter?: number };
  /** Waits before the piece with this number, until `release` of the server is called. */
  holdBefore?: number;
}

export interface ModelServer {
  /** Base URL of its OpenAI-compatible interface. */
  url: string;
  /** Entries of its list of models. */
  models: object[];
  /** The key that it wants; null: any or none. */
  key: string | null;
  /** Words with which requests for the list are refused. */
  refuseList: string | null;
  /** Answers of the next requests, the first that fits. */
  answers: ModelAnswer[];
  /** What is answered to a request that none of `answers` is for; null: its last message is repeated. */
  script: ((request: ModelServer["asked"][number]) => ModelAnswer) | null;
  /** Bodies of the requests for completions, as they came. */
  asked: { model: string; messages: { role: string; content: unknown }[]; tools?: unknown[]; max_tokens?: number }[];
  /** Requests whose client left before the end. */
  left: number;
  /** Lets held answers continue. */
  release(): void;
  stop(): Promise<void>;
}

/** An OpenAI-compatible server on the loopback that streams recorded answers, also broken ones. */
export async function startModelServer(): Promise<ModelServer> {
  let held: (() => void)[] = [];
  const state: ModelServer = {
    url: "",
    models: [{ id: "small" }, { id: "large" }],
    key: null,
    refuseList: null,
    answers: [],
    script: null,
    asked: [],
    left: 0,
    release() {
      for (const go of held) go();
      held = [];
    },
    stop: async () => {
      state.release();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  const hold = () => new Promise<void>((go) => held.push(go));
  const server = createServer(async (request, response) => {
    if (state.key !== null && request.headers.authorization !== `Bearer ${state.key}`)
      return refuse(response, { status: 401, message: "Incorrect API key provided" });
    if (request.method === "GET" && state.refuseList !== null)
      return refuse(response, { status: 403, message: state.refuseList });
    if (request.method === "GET" && request.url === "/v1/models")
      return void json(response, 200, { object: "list", data: state.models });
    if (request.method !== "POST" || request.url !== "/v1/chat/completions")
      return refuse(response, { status: 404, message: "Unknown address" });
    const body = JSON.parse(await textOf(request)) as ModelServer["asked"][number];
    state.asked.push(body);
    const at = state.answers.findIndex(({ model = body.model }) => model === body.model);
    const [recorded] = at < 0 ? [] : state.answers.splice(at, 1);
    const repeated: ModelAnswer = { pieces: [`You said: ${String(body.messages.at(-1)?.content)}`] };
    const answer = recorded ?? state.script?.(body) ?? repeated;
    if (answer.refuse) return refuse(response, answer.refuse);
    let isDone = false;
    response.once("close", () => {
      if (!isDone) state.left += 1;
    });
    await stream(response, body.model, answer, hold);
    isDone = true;
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return state;
}

async function stream(response: ServerResponse, model: string, answer: ModelAnswer, hold: () => Promise<void>) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, finish: string | null = null, more: object = {}) =>
    event(response, { ...chunk(model), choices: [{ index: 0, delta, finish_reason: finish }], ...more });
  send({ role: "assistant" });
  if (answer.reasoning) send({ reasoning_content: answer.reasoning });
  for (const [at, piece] of (answer.pieces ?? []).entries()) {
    if (answer.holdBefore === at) await hold();
    if (answer.cutAfter === at) return void response.destroy();
    send({ content: piece });
  }
  if (answer.cutAfter === (answer.pieces ?? []).length) return void response.destroy();
  if (answer.streamError) return event(response, { error: { message: answer.streamError } });
  for (const [at, call] of (answer.toolCalls ?? []).entries()) {
    const index = answer.omitsIndex ? {} : { index: at };
    const made = { name: call.name, arguments: JSON.stringify(call.arguments) };
    send({ tool_calls: [{ ...index, id: `call_${at}`, type: "function", function: made }] });
  }
  send({}, answer.toolCalls ? "tool_calls" : "stop");
  const usage = answer.usage === undefined ? { prompt_tokens: 12, completion_tokens: 5 } : answer.usage;
  if (usage) {
    const { cached, ...tokens } = usage;
    const details = cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } };
    event(response, { ...chunk(model), choices: [], usage: { ...tokens, total_tokens: 0, ...details } });
  }
  response.write("data: [DONE]\n\n");
}

const chunk = (model: string) => ({ id: "c1", object: "chat.completion.chunk", created: 1_700_000_000, model });
const event = (response: ServerResponse, data: object) => void response.write(`data: ${JSON.stringify(data)}\n\n`);
const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

function refuse(response: ServerResponse, { status, message, retryAfter }: NonNullable<ModelAnswer["refuse"]>) {
  if (retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
  json(response, status, { error: { message } });
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of request.setEncoding("utf8")) text += piece;
  return text;
}
