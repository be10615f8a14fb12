import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What the server answers to one request for a transcription. */
export type SpeechAnswer =
  | { body: object | string }
  | { refuse: number; message: string; retryAfter?: number }
  | { redirect: string };

/** A request as it came. */
export interface AskedSpeech {
  key: string | null;
  model: string;
  format: string;
  language: string | null;
  granularities: string[];
  /** Milliseconds of sound. */
  ms: number;
}

export interface SpeechServer {
  /** Base URL of its OpenAI-compatible interface. */
  url: string;
  /** The key that it wants; null: any or none. */
  key: string | null;
  /** Whether it gives times; without them it refuses `verbose_json`, as some models do. */
  givesTimes: boolean;
  /** Answers of the next requests; without one, it hears "Guten Tag." in the first second. */
  answers: SpeechAnswer[];
  asked: AskedSpeech[];
  /** Called with each request before it is answered. */
  onAsked: ((asked: AskedSpeech) => Promise<void>) | null;
  stop(): Promise<void>;
}

export const HEARD = {
  ...{ task: "transcribe", language: "german", duration: 1, text: " Guten Tag." },
  segments: [{ id: 0, start: 0.1, end: 0.9, text: " Guten Tag.", avg_logprob: -0.1, no_speech_prob: 0.01 }],
  words: [
    { word: "Guten", start: 0.1, end: 0.4 },
    { word: "Tag", start: 0.5, end: 0.9 },
  ],
};

/** An OpenAI-compatible server for transcriptions on the loopback; what is no such request it refuses. */
export async function startSpeechServer(): Promise<SpeechServer> {
  const state: SpeechServer = {
    ...{ url: "", key: null, givesTimes: true, answers: [], asked: [], onAsked: null },
    stop: async () => undefined,
  };
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  state.stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return state;
}

async function answer(state: SpeechServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object | string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const refuse = (status: number, message: string, headers = {}) => send(status, { error: { message } }, headers);
  if (request.method === "GET" && request.url === "/v1/models") return send(200, { data: [{ id: "whisper-1" }] });
  if (request.method !== "POST" || request.url !== "/v1/audio/transcriptions") return refuse(404, "No such address");
  const asked = await readRequest(request);
  if (typeof asked === "string") return refuse(400, asked);
  if (state.key && asked.key !== state.key) return refuse(401, `Incorrect API key: ${asked.key}`);
  if (!state.givesTimes && asked.format !== "json") return refuse(400, "response_format is not supported");
  state.asked.push(asked);
  await state.onAsked?.(asked);
  const next = state.answers.shift() ?? { body: state.givesTimes ? HEARD : { text: HEARD.text } };
  if ("body" in next) return send(200, next.body);
  if ("redirect" in next) return send(302, "", { location: next.redirect });
  return refuse(next.refuse, next.message, next.retryAfter ? { "retry-after": String(next.retryAfter) } : {});
}

/** @returns what is wrong with it, where it is no request for a transcription */
async function readRequest(request: IncomingMessage): Promise<AskedSpeech | string> {
  const { "content-type": type = "", authorization } = request.headers;
  const form = await new Response(new Uint8Array(await buffer(request)), { headers: { "content-type": type } })
    .formData()
    .catch(() => null);
  const [file, model, format] = ["file", "model", "response_format"].map((name) => form?.get(name));
  if (!form || !(file instanceof File) || typeof model !== "string") return "file and model are needed";
  const sound = Buffer.from(await file.arrayBuffer());
  if (sound.toString("latin1", 0, 4) !== "RIFF" || sound.readUInt32LE(40) !== sound.length - 44) return "no WAV file";
  const language = form.get("language");
  return {
    key: authorization?.replace(/^Bearer /, "") ?? null,
    ...{ model, format: String(format ?? "json"), language: typeof language === "string" ? language : null },
    granularities: form.getAll("timestamp_granularities[]").map(String),
    ms: (sound.length - 44) / 32,
  };
}
