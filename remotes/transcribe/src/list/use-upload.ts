import { MAX_RECORDING_BYTES } from "@tessera/contracts-transcribe/limits.ts";
import { useQueryClient } from "@tessera/query";
import { failureWords } from "@tessera/ui/failure-words";
import { useCallback, useEffect, useRef, useState } from "react";
import { keys, transcribe } from "../api.ts";
import { isWav } from "../sound/is-wav.ts";
import { CANCELLED, type KeptUpload, keptUploads, LEFT } from "../upload/kept-uploads.ts";

export interface Uploads {
  /** The file that is sent; `done` from 0 to 1, null before it is known. Cut: it waits for the connection. */
  current: { name: string; step: "reading" | "sending" | "cut"; done: number | null } | null;
  /** What did not arrive whole: the same file, chosen again, continues it. */
  unfinished: readonly KeptUpload[];
  /** A sentence for each file that was not kept. */
  failures: string[];
  /** Sends files behind those that wait. @returns whether all of them were kept */
  send(files: readonly File[]): Promise<boolean>;
  /** Stops the file that is sent, of which nothing stays, and drops those that wait. */
  cancel(): void;
  /** Deletes what arrived of a file. @param lastModified of the file, ms since 1970 */
  discard(lastModified: number): Promise<void>;
}

interface Waiting {
  file: File;
  ended: (kept: boolean) => void;
}

/** Sends files one after the other; one that is refused keeps none of the others back. */
export function useUpload(): Uploads {
  const client = useQueryClient();
  const waiting = useRef<Waiting[]>([]);
  const under = useRef<AbortController | null>(null);
  const [current, setCurrent] = useState<Uploads["current"]>(null);
  const [failures, setFailures] = useState<string[]>([]);
  const [unfinished, setUnfinished] = useState<readonly KeptUpload[]>(() => keptUploads());
  const stop = useCallback((reason: string) => {
    for (const { ended } of waiting.current.splice(0)) ended(false);
    under.current?.abort(reason);
  }, []);
  const cancel = useCallback(() => stop(CANCELLED), [stop]);
  // Who leaves the page stops what is sent: nothing would say how it ends. It can be continued.
  useEffect(() => () => stop(LEFT), [stop]);

  const sendOne = async (file: File, signal: AbortSignal): Promise<boolean> => {
    const show = (step: NonNullable<Uploads["current"]>["step"], done: number | null) =>
      setCurrent({ name: file.name, step, done });
    show("reading", null);
    try {
      const sound = await speechOf(file, signal, (done) => show("reading", done));
      show("sending", null);
      const { sendSound } = await import("../upload/send-sound.ts");
      const { name, lastModified } = file;
      await sendSound(
        sound,
        { name, lastModified, bytes: sound.size },
        {
          signal,
          onProgress: (sent) => show("sending", sent),
          onCut: () => show("cut", null),
        },
      );
      return true;
    } catch (error) {
      if (!signal.aborted) setFailures((before) => [...before, failureWords(`${file.name} was not sent.`, error)]);
      return false;
    } finally {
      setUnfinished(keptUploads());
      await client.invalidateQueries({ queryKey: keys.list });
    }
  };
  const work = async () => {
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      under.current = new AbortController();
      next.ended(await sendOne(next.file, under.current.signal));
    }
    under.current = null;
    setCurrent(null);
  };
  const send = async (files: readonly File[]) => {
    const ends = files.map((file) => new Promise<boolean>((ended) => waiting.current.push({ file, ended })));
    if (!under.current) {
      setFailures([]);
      void work();
    }
    return (await Promise.all(ends)).every(Boolean);
  };
  const discard = async (lastModified: number) => {
    const { discardUpload } = await import("../upload/send-sound.ts");
    const gone = keptUploads().filter((kept) => kept.lastModified === lastModified);
    setUnfinished((before) => before.filter((kept) => kept.lastModified !== lastModified));
    await Promise.all(gone.map(({ id }) => discardUpload(id)));
  };
  return { current, failures, unfinished, send, cancel, discard };
}

/**
 * The code that decodes other formats is loaded with the first of them.
 * @throws UnreadableSound for what neither this browser nor the server decodes
 */
async function speechOf(file: File, signal: AbortSignal, onProgress: (done: number) => void): Promise<Blob> {
  if (file.size <= MAX_RECORDING_BYTES && (await isWav(file))) return file;
  const { toWav, UnreadableSound } = await import("../sound/to-wav.ts");
  try {
    return await toWav(file, { signal, onProgress });
  } catch (error) {
    if (!(error instanceof UnreadableSound)) throw error;
    if (file.size > MAX_RECORDING_BYTES || !(await transcribe.decoder(signal)).ffmpeg) throw error;
    // The server may read what this browser cannot.
    return file;
  }
}
