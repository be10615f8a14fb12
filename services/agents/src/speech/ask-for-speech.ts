import type { Heard } from "@tessera/contracts-agents/events.ts";
import { brokenOf, failureOf, ProviderFailure } from "../calls/failure.ts";
import { withoutKey, wordsOf } from "../calls/provider-words.ts";
import type { OpenProvider } from "../providers/list-models.ts";
import { AddressRefused, type Reach } from "../reach/provider-address.ts";
import { providerFetch } from "../reach/provider-fetch.ts";
import { readHeard } from "./read-heard.ts";
import { BYTES_OF_MS, wavOf } from "./wav.ts";

/** Ms for one part: large models on a machine of one's own are loaded first. */
const TIMEOUT_MS = 300_000;
/** Bytes of an answer, which is the text of about a minute with its times. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** A failure of which nobody knows whether the provider did the work. */
export class UnsureFailure extends ProviderFailure {
  override name = "UnsureFailure";
}

/** Errors of a connection over which nothing was sent. */
const NOT_SENT = /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|CERT|SSL|TLS|SIGNED/;

export interface SpeechRequest {
  provider: Pick<OpenProvider, "name" | "baseUrl" | "key">;
  model: string;
  /** ISO 639-1; null: the provider finds out. */
  language: string | null;
  /** 16 kHz, one channel, 16 bits. */
  samples: Buffer;
  signal: AbortSignal;
}

/** `POST {base}/audio/transcriptions` of OpenAI's interface. @throws ProviderFailure, also UnsureFailure */
export async function askForSpeech(request: SpeechRequest, reach: Reach): Promise<Heard> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const signal = AbortSignal.any([limit, request.signal]);
  const { name } = request.provider;
  try {
    let answer = await send(request, "verbose_json", reach, signal);
    // Some models give the text alone, and refuse to be asked for times before they hear anything.
    if (answer.status === 400 || answer.status === 422) answer = await send(request, "json", reach, signal);
    const body = await answer.text().catch(() => {
      signal.throwIfAborted();
      throw new UnsureFailure(`The answer of ${name} could not be read to its end.`, false);
    });
    if (!answer.ok)
      throw failureOf(
        name,
        answer.status,
        withoutKey(wordsOf(body), request.provider.key),
        answer.headers.get("retry-after"),
      );
    const heard = readHeard(parsed(body), request.samples.length / BYTES_OF_MS);
    if (heard) return heard;
    throw new ProviderFailure(`What ${name} answered is no transcription. Check the base URL and the model.`, false);
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason;
    if (limit.aborted) throw new UnsureFailure(`${name} did not answer in time.`, true);
    if (error instanceof ProviderFailure) throw error;
    const { message, isTransient } = brokenOf(name, error, false);
    throw wasSent(error) ? new UnsureFailure(message, isTransient) : new ProviderFailure(message, isTransient);
  }
}

async function send(
  { provider, model, language, samples }: SpeechRequest,
  format: "verbose_json" | "json",
  reach: Reach,
  signal: AbortSignal,
): Promise<Response> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(wavOf(samples))], { type: "audio/wav" }), "part.wav");
  form.set("model", model);
  form.set("response_format", format);
  if (language) form.set("language", language);
  if (format === "verbose_json") for (const unit of ["segment", "word"]) form.append("timestamp_granularities[]", unit);
  // Written out here, as the fetch that connects to a checked address knows its own forms alone.
  const written = new Response(form);
  return providerFetch(reach, MAX_ANSWER_BYTES)(`${provider.baseUrl.replace(/\/+$/, "")}/audio/transcriptions`, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": written.headers.get("content-type")!,
      ...(provider.key ? { authorization: `Bearer ${provider.key}` } : {}),
    },
    body: Buffer.from(await written.arrayBuffer()),
    signal,
  });
}

function wasSent(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (
      at instanceof AddressRefused ||
      /redirect/i.test(at.message) ||
      NOT_SENT.test((at as { code?: string }).code ?? "")
    )
      return false;
  return true;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
