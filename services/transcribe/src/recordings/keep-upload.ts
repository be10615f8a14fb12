import { buffer } from "node:stream/consumers";
import { MAX_RECORDING_BYTES, MAX_TITLE_LENGTH } from "@tessera/contracts-transcribe/limits.ts";
import { noRecording, recordingTooLarge, unsupportedAudio } from "@tessera/contracts-transcribe/problems.ts";
import { type FileStore, FileTooLarge, problem, type Upload } from "@tessera/service-kit";
import { isMedia, isWav } from "../speech/audio-kind.ts";

/** Place of the last byte that says what a file is. */
const BEGINNING = 11;

/**
 * Keeps the one file of a request under `key`, when it begins as audio that can be read.
 * @throws ProblemException 400 `no_recording`, 413 `recording_too_large`, 415 `unsupported_audio`, `not_multipart`
 */
export async function keepUpload(
  files: FileStore,
  key: string,
  uploads: AsyncIterable<Upload>,
  withFfmpeg: boolean,
): Promise<{ name: string; bytes: number }> {
  for await (const upload of uploads) {
    const name = nameOf(upload.name);
    const { bytes } = await files
      .put(key, upload.content, { maxBytes: MAX_RECORDING_BYTES })
      .catch((error: unknown) => {
        if (!(error instanceof FileTooLarge)) throw error;
        throw problem(recordingTooLarge, { megabytes: MAX_RECORDING_BYTES / 1024 ** 2 });
      });
    await checkKind(files, { key, name, bytes }, withFfmpeg);
    return { name, bytes };
  }
  throw problem(noRecording);
}

/**
 * @param withFfmpeg whether other files than WAV can be decoded
 * @throws ProblemException 415 `unsupported_audio` when the file does not begin as audio that can be read
 */
export async function checkKind(
  files: FileStore,
  { key, name, bytes }: { key: string; name: string; bytes: number },
  withFfmpeg: boolean,
): Promise<void> {
  const beginning = bytes > BEGINNING ? await beginningOf(files, key) : Buffer.alloc(0);
  if (!isWav(beginning) && !(withFfmpeg && isMedia(beginning)))
    throw problem(unsupportedAudio, { name, wanted: withFfmpeg ? "audio or video file" : "WAV file" });
}

const beginningOf = async (files: FileStore, key: string) =>
  buffer((await files.open(key, { start: 0, end: BEGINNING })).content);

/** The name of a file as it is shown: without folders, and never empty. */
export const nameOf = (name: string) =>
  name
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_TITLE_LENGTH)
    .toWellFormed() || "Recording";
