import { Injectable, type OnModuleDestroy } from "@nestjs/common";
import { MAX_RECORDING_BYTES, MAX_RECORDING_SECONDS } from "@tessera/contracts-transcribe/limits.ts";
import { readersOf, UntrustedReaders } from "@tessera/service-kit";
import { SAMPLE_RATE } from "@tessera/speech/samples.ts";
import type * as readers from "../readers.ts";

const reader = readersOf<typeof readers>("@tessera/service-transcribe/readers");

/** Bytes of a second of decoded sound. */
export const SECOND = SAMPLE_RATE * 2;
/** Seconds of sound that one call recognises: about five of work, behind one of loading. */
export const WINDOW_SECONDS = 60;

/** Bytes of a process with both models loaded are 540 MB; it is kept, as loading them takes two seconds. */
const KEEP_RSS = 640 * 1024 * 1024;

export const DECODE = reader("decode", {
  cpuMs: 120_000,
  maxInput: MAX_RECORDING_BYTES,
  maxOutput: MAX_RECORDING_SECONDS * SECOND + 64 * 1024,
});
/** Half a second of work; the models of recognition are not loaded. */
export const FIND_SPEECH = reader("findSpeech", {
  cpuMs: 30_000,
  maxInput: WINDOW_SECONDS * SECOND,
  maxOutput: 64 * 1024,
});
export const WITH_TERMS = reader("withTerms", { cpuMs: 20_000, maxInput: 0, maxOutput: 1024 * 1024 });
export const RECOGNISE = reader("recognise", {
  cpuMs: 90_000,
  maxInput: WINDOW_SECONDS * SECOND,
  maxOutput: 1024 * 1024,
});

/** The processes in which audio is read: their own, as a long recording would keep pages and mails waiting. */
@Injectable()
export class SpeechProcesses extends UntrustedReaders implements OnModuleDestroy {
  constructor() {
    super(KEEP_RSS);
  }

  onModuleDestroy() {
    this.close();
  }
}
