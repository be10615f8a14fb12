import { isProblem, isProblemOf, ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { UPLOADS } from "@tessera/contracts-transcribe/client.ts";
import { UPLOAD_HOURS } from "@tessera/contracts-transcribe/limits.ts";
import type { TranscribeProblemCode } from "@tessera/contracts-transcribe/problems.ts";
import { type DetailedError, Upload } from "tus-js-client";
import { transcribe } from "../api.ts";
import { CANCELLED, forgetUpload, keepUpload, keptUploadOf, type Sound } from "./kept-uploads.ts";
import { ShellRequests } from "./shell-requests.ts";

/** Bytes of one request: what is sent again at most after a connection was cut. */
const CHUNK_BYTES = 4 * 1024 * 1024;
/** Ms for which a cut connection is tried again, counted from the cut behind the last byte that arrived. */
const GIVE_UP_MS = 600_000;
/** Ms before each further attempt: for as long, where each ends at once. */
const RETRY_MS = [0, 500, 1_000, 2_000, ...Array<number>(120).fill(5_000)];
/** How a kept upload is answered that is no recording yet. */
const UNFINISHED: readonly TranscribeProblemCode[] = ["upload_unfinished", "upload_not_found", "upload_expired"];

interface Options {
  signal: AbortSignal;
  /** Gets 0 to 1. */
  onProgress(sent: number): void;
  /** The connection was cut; it is tried again. */
  onCut(): void;
}

/**
 * Uploads a sound and has it transcribed. It continues an upload of the same file that did not arrive whole.
 * @throws ProblemError, Error with a sentence, and the signal's reason
 */
export async function sendSound(content: Blob, sound: Sound, options: Options): Promise<void> {
  const kept = keptUploadOf(sound);
  if (!kept || !(await isRecording(kept.id))) await transcribeWhole(await uploaded(content, sound, options));
}

/** Whether the upload is a recording now, which it becomes where all of it had arrived. */
async function isRecording(id: string): Promise<boolean> {
  try {
    await transcribeWhole(id);
    return true;
  } catch (error) {
    if (UNFINISHED.some((code) => isProblemOf<TranscribeProblemCode>(error, code))) return false;
    throw error;
  }
}

async function transcribeWhole(id: string): Promise<void> {
  try {
    await transcribe.transcribeUpload(id);
    forgetUpload(id);
  } catch (error) {
    if (error instanceof ProblemError && [404, 410, 415].includes(error.status)) forgetUpload(id);
    throw error;
  }
}

/** @returns the id of the upload */
function uploaded(content: Blob, sound: Sound, { signal, onProgress, onCut }: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const kept = keptUploadOf(sound);
    const requests = new ShellRequests();
    let cut = { at: 0, arrived: -1 };
    const upload = new Upload(content, {
      endpoint: UPLOADS,
      uploadUrl: kept ? `${UPLOADS}/${kept.id}` : null,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      httpStack: requests,
      metadata: { filename: sound.name },
      // What is begun is kept beside the person's drafts, and not by the package.
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        const id = idOf(upload);
        if (id !== kept?.id) keepUpload({ ...sound, id, begunAt: Date.now() });
      },
      onProgress: (sent, total) => onProgress(sent / total),
      onShouldRetry: (error) => {
        const now = performance.now();
        if (cut.arrived !== requests.arrived) cut = { at: now, arrived: requests.arrived };
        const isCut = mayPass(error) && now - cut.at < GIVE_UP_MS;
        if (isCut) onCut();
        return isCut;
      },
      onSuccess: () => resolve(idOf(upload)),
      onError: (error) => reject(sentenceOf(error as DetailedError)),
    });
    signal.addEventListener("abort", () => {
      const isCancelled = signal.reason === CANCELLED;
      if (isCancelled && upload.url) forgetUpload(idOf(upload));
      // What the service does not hear of, it deletes after a day.
      void upload.abort(isCancelled).catch(() => undefined);
      reject(signal.reason);
    });
    signal.throwIfAborted();
    upload.start();
  });
}

const idOf = ({ url }: Upload) => url!.split("/").at(-1)!;

/** Whether another attempt may do: no answer, one of a process that starts, or of another request for the same part. */
function mayPass({ originalRequest, originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0;
  return status === 0 || status === 409 || status >= 500 || (status === 429 && originalRequest.getMethod() !== "POST");
}

function sentenceOf(error: DetailedError): Error {
  const body = error.originalResponse?.getBody();
  const answer: unknown = body ? JSON.parse(body) : null;
  if (isProblem(answer)) return new ProblemError(answer);
  return new Error(
    `The connection was cut. What arrived is kept for ${UPLOAD_HOURS} hours: choose the same file again to send the rest.`,
    { cause: error },
  );
}

/** Deletes what arrived of an upload. */
export async function discardUpload(id: string): Promise<void> {
  forgetUpload(id);
  // What the service does not hear of, it deletes after a day.
  await Upload.terminate(`${UPLOADS}/${id}`, { httpStack: new ShellRequests(), retryDelays: [0, 1_000] }).catch(
    () => undefined,
  );
}
