import { shell } from "@tessera/shell-api";
import { useMemo, useSyncExternalStore } from "react";

/** What a person typed into a sentence and is not saved yet. */
export interface UnsavedEdit {
  startMs: number;
  /** The text of the sentence that it was typed over. */
  seen: string;
  text: string;
}

const placeOf = (recording: string) => `transcribe.edits.${recording}`;
/** What this page is about to save: nobody has to be told of it yet. */
const waiting = new Set<string>();
const listeners = new Set<() => void>();
const onEdits = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const nameOf = (recording: string, startMs: number) => `${recording} ${startMs}`;

/** What of a recording is kept in this browser until it is saved, in the order of time. */
export function unsavedEdits(recording: string): UnsavedEdit[] {
  const kept = shell().drafts.get(placeOf(recording));
  return kept ? (JSON.parse(kept) as UnsavedEdit[]) : [];
}

/** Those that could not be saved, or were typed before the page was loaded, as they change. */
export function useUnsavedEdits(recording: string): UnsavedEdit[] {
  const left = useSyncExternalStore(onEdits, () =>
    JSON.stringify(unsavedEdits(recording).filter(({ startMs }) => !waiting.has(nameOf(recording, startMs)))),
  );
  return useMemo(() => JSON.parse(left) as UnsavedEdit[], [left]);
}

export function keepEdit(recording: string, edit: UnsavedEdit): void {
  waiting.add(nameOf(recording, edit.startMs));
  write(
    recording,
    [...others(recording, edit.startMs), edit].sort((a, b) => a.startMs - b.startMs),
  );
}

/** It is saved, or not wanted. */
export function dropEdit(recording: string, startMs: number): void {
  waiting.delete(nameOf(recording, startMs));
  write(recording, others(recording, startMs));
}

/** It could not be saved. */
export function editFailed(recording: string, startMs: number): void {
  waiting.delete(nameOf(recording, startMs));
  tell();
}

const others = (recording: string, startMs: number) =>
  unsavedEdits(recording).filter((edit) => edit.startMs !== startMs);

function write(recording: string, edits: readonly UnsavedEdit[]): void {
  if (edits.length) shell().drafts.set(placeOf(recording), JSON.stringify(edits));
  else shell().drafts.clear(placeOf(recording));
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
