import { shell } from "@tessera/shell-api";
import { eraseTake } from "./kept-take.ts";
import { type Recorder, startRecorder } from "./microphone.ts";

/** The microphone of this tab. It continues while the person is on other pages. */
export interface LiveRecording {
  state: "idle" | "starting" | "recording" | "paused";
  recorder: Recorder | null;
  /** Why nothing is recorded, or why it ended. */
  failure: string | null;
}

const IDLE: LiveRecording = { state: "idle", recorder: null, failure: null };
let live = IDLE;
const listeners = new Set<() => void>();

function become(next: Partial<LiveRecording>) {
  live = { ...live, ...next };
  for (const listener of listeners) listener();
}

export const getRecording = () => live;

export function onRecording(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records from now on; why it does not is said by `failure`. */
export async function startRecording(): Promise<void> {
  const owner = personId();
  become({ ...IDLE, state: "starting" });
  try {
    const recorder = await startRecorder((failure) => become({ ...IDLE, failure }));
    become({ state: "recording", recorder });
    const unsubscribe = shell().auth.subscribe(() => {
      if (personId() === owner) return;
      unsubscribe();
      // Of somebody who signed out nothing continues, and nothing stays.
      if (live.recorder === recorder) void endRecording().then(eraseTake);
    });
  } catch (error) {
    become({ ...IDLE, failure: (error as Error).message });
  }
}

export function pauseRecording(): void {
  live.recorder?.pause();
  become({ state: "paused" });
}

export function resumeRecording(): void {
  live.recorder?.resume();
  become({ state: "recording" });
}

/** Resolves when the last of it is kept. */
export async function endRecording(): Promise<void> {
  await live.recorder?.stop();
  become(IDLE);
}

/** What was said is read, or done again. */
export const dismissFailure = () => become({ failure: null });

const personId = () => shell().auth.getSession()?.user?.id ?? null;
