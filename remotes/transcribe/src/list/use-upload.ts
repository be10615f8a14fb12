import { MAX_RECORDING_BYTES } from "@tessera/contracts-transcribe/limits.ts";
import { useQueryClient } from "@tessera/query";
import { useCallback, useEffect, useRef, useState } from "react";
import { keys, transcribe } from "../api.ts";
import { isWav } from "../sound/is-wav.ts";

export interface Uploads {
  /** The file under way; `done` from 0 to 1, null before it is known. */
  current: { name: string; step: "reading" | "sending"; done: number | null } | null;
  /** A sentence for each file that was not kept. */
  failures: string[];
  /** Sends files behind those that wait. @returns whether all of them were kept */
  send(files: readonly File[]): Promise<boolean>;
  /** Stops the file under way and drops those that wait. */
  cancel(): void;
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
  const cancel = useCallback(() => {
    for (const { ended } of waiting.current.splice(0)) ended(false);
    under.current?.abort();
  }, []);
  // Who leaves the page stops what is under way: nothing would say how it ends.
  useEffect(() => cancel, [cancel]);

  const sendOne = async (file: File, signal: AbortSignal): Promise<boolean> => {
    const show = (step: "reading" | "sending", done: number | null) => setCurrent({ name: file.name, step, done });
    show("reading", null);
    try {
      const sound = await speechOf(file, signal, (done) => show("reading", done));
      show("sending", null);
      const form = new FormData();
      form.set("file", sound, file.name);
      await transcribe.upload(form, crypto.randomUUID(), {
        signal,
        onUploadProgress: ({ sent, total }) => show("sending", total ? sent / total : null),
      });
      return true;
    } catch (error) {
      if (!signal.aborted)
        setFailures((before) => [...before, `${file.name} was not sent. ${(error as Error).message}`]);
      return false;
    } finally {
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
  return { current, failures, send, cancel };
}

/** The code that decodes other formats is loaded with the first of them. */
async function speechOf(file: File, signal: AbortSignal, onProgress: (done: number) => void): Promise<Blob> {
  if (file.size <= MAX_RECORDING_BYTES && (await isWav(file))) return file;
  const { toWav } = await import("../sound/to-wav.ts");
  return toWav(file, { signal, onProgress });
}
