import { MAX_RECORDING_SECONDS } from "@tessera/contracts-transcribe/limits.ts";
import { type Level, levelOf } from "./hearing.ts";
import { beginTake, TAKE_LOCK } from "./kept-take.ts";

/** Ms of sound in a part: what a lost tab loses at most. */
const PART_MS = 1000;
/** Samples that a look at the level takes: most of the time between two. */
const LOOK = 4096;
/** Formats in the order of our wish; Safari has the last alone. */
const TYPES = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

/** A recording in progress. */
export interface Recorder {
  /** Seconds that are recorded, pauses left out. */
  seconds(): number;
  /** How loud it is now. */
  level(): Level;
  pause(): void;
  resume(): void;
  /** Ends it. Resolves when the last part is kept. */
  stop(): Promise<void>;
}

/** A sentence that says why nothing is recorded. */
export class NoMicrophone extends Error {}

/**
 * Records from the microphone; each second is kept before the next.
 * @param onEnd the recording ended on its own: the microphone was taken away, it could not be kept, or it is as long as
 * it may be; called once with a sentence
 * @throws NoMicrophone
 */
export async function startRecorder(onEnd: (reason: string) => void): Promise<Recorder> {
  // Both are for https and this machine alone.
  if (!navigator.mediaDevices || !navigator.locks)
    throw new NoMicrophone("The browser gives no microphone to pages without https. Upload a file instead.");
  const release = await heldLock();
  try {
    return await record(onEnd, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** @throws NoMicrophone when another tab records */
function heldLock(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    void navigator.locks.request(TAKE_LOCK, { ifAvailable: true }, (lock) => {
      if (!lock) return reject(new NoMicrophone("Another tab is recording. Stop it there first."));
      return new Promise<void>((release) => resolve(release));
    });
  });
}

async function record(onEnd: (reason: string) => void, release: () => void): Promise<Recorder> {
  const type = TYPES.find((one) => globalThis.MediaRecorder?.isTypeSupported(one));
  if (!type) throw new NoMicrophone("This browser cannot record. Upload a file instead.");
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { channelCount: 1, echoCancellation: false } })
    .catch((error: DOMException) => {
      throw new NoMicrophone(
        error.name === "NotFoundError"
          ? "No microphone was found."
          : "The browser does not allow the microphone here. Allow it in the settings of this site.",
      );
    });
  const keep = await beginTake(type);
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: 64_000 });
  const meter = levelMeter(stream);
  const watch = stopwatch();
  let last: Promise<void> = Promise.resolve();
  let reason = "";
  const end = (why: string) => {
    reason ||= why;
    if (recorder.state !== "inactive") recorder.stop();
  };
  const ended = new Promise<void>((resolve) => {
    recorder.addEventListener("stop", () => {
      watch.pause();
      for (const track of stream.getTracks()) track.stop();
      meter.close();
      const settle = () => {
        release();
        resolve();
        if (reason) onEnd(reason);
      };
      last.then(settle, settle);
    });
  });
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) last = keep(data);
    last.catch(() => end("There is no room left in this browser. What was recorded until now is kept."));
    if (watch.seconds() >= MAX_RECORDING_SECONDS)
      end(`A recording has ${MAX_RECORDING_SECONDS / 3600} hours at most. It was stopped and is kept.`);
  });
  recorder.addEventListener("error", () => end("The browser stopped recording. What was recorded until now is kept."));
  stream
    .getAudioTracks()[0]
    ?.addEventListener("ended", () => end("The microphone was disconnected. What was recorded until now is kept."));
  recorder.start(PART_MS);
  watch.resume();
  return {
    seconds: watch.seconds,
    level: meter.level,
    pause: () => {
      recorder.pause();
      watch.pause();
    },
    resume: () => {
      recorder.resume();
      watch.resume();
    },
    stop: () => {
      if (recorder.state !== "inactive") recorder.stop();
      return ended;
    },
  };
}

function stopwatch() {
  let before = 0;
  let since: number | null = null;
  return {
    seconds: () => (before + (since === null ? 0 : performance.now() - since)) / 1000,
    pause() {
      if (since !== null) before += performance.now() - since;
      since = null;
    },
    resume() {
      since ??= performance.now();
    },
  };
}

function levelMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = LOOK;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    close: () => void context.close(),
  };
}
