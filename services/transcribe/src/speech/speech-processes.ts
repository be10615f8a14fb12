import { availableParallelism, totalmem } from "node:os";
import { Injectable, type OnModuleDestroy } from "@nestjs/common";
import { readersOf, UntrustedReaders } from "@tessera/service-kit";
import { SAMPLE_RATE } from "@tessera/speech/samples.ts";
import type * as readers from "../readers.ts";
import { WAV_PIECE } from "./wav-sound.ts";

const reader = readersOf<typeof readers>("@tessera/service-transcribe/readers");

/** Bytes of a second of decoded sound. */
export const SECOND = SAMPLE_RATE * 2;
/** Seconds of sound that one call recognises: about five of work, behind one of loading. */
export const WINDOW_SECONDS = 60;

const MB = 1024 * 1024;
/** A process with its models is kept, as loading them takes two seconds: 540 MB with tiny, more with base. */
const KEEP_RSS = 832 * MB;
/** Bytes that one may have at most, and part of the machine's memory that all of them together may take. */
const MAX_RSS = 1024 * MB;
const SHARE = 0.5;

/** A tenth of a second of work; one byte of the lowest rate, 4 kHz, becomes eight. */
export const DECODE = reader("decode", { cpuMs: 20_000, maxInput: WAV_PIECE, maxOutput: 9 * WAV_PIECE });
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

/** A process for each core, as far as the memory allows. @param machine bytes of memory, and cores */
export const processesFor = ({ memory, cores }: { memory: number; cores: number }): number =>
  Math.max(1, Math.min(cores, Math.floor((memory * SHARE) / MAX_RSS)));

/** A limit that a container has counts, not what its machine has. */
export const machine = () => ({
  memory: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  cores: availableParallelism(),
});

/** The processes in which audio is read: their own, as a long recording would keep pages and mails waiting. */
@Injectable()
export class SpeechProcesses extends UntrustedReaders implements OnModuleDestroy {
  /** Recordings that are recognised at once. */
  readonly concurrency: number;

  constructor() {
    const processes = processesFor(machine());
    super(KEEP_RSS, { processes, maxRss: MAX_RSS });
    this.concurrency = processes;
  }

  onModuleDestroy() {
    this.close();
  }
}
