import type { Transcript } from "@tessera/contracts-transcribe/recordings.ts";
import type { Tx } from "@tessera/service-kit";
import { readSummary } from "../summary/summary.store.ts";
import { readEarlier } from "../texts/text.store.ts";
import { readNotes, readSegments, rowOf, toRecording } from "./recording.store.ts";

/** A recording with all that its page shows. @throws ProblemException 404 `recording_not_found` */
export async function readTranscript(tx: Tx, id: string): Promise<Transcript> {
  const recording = toRecording(await rowOf(tx, id));
  const [segments, notes] = [await readSegments(tx, id), await readNotes(tx, id)];
  return { ...recording, segments, notes, earlier: await readEarlier(tx, id), summary: await readSummary(tx, id) };
}
