import { Injectable, type OnModuleDestroy } from "@nestjs/common";
import { MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import { readersOf, UntrustedReaders } from "@tessera/service-kit";
import type * as readers from "./recognise.ts";
import type { FoundWords } from "./recognise.ts";

const reader = readersOf<typeof readers>("@tessera/service-items/word-readers");
const MB = 1024 * 1024;
/** A dense page takes ten seconds; a photograph of leaves the longest. */
const RECOGNISE = reader("recognise", { cpuMs: 45_000, maxInput: MAX_FILE_BYTES, maxOutput: 4 * MB });
/** What scanners write takes a second; the largest that is decoded has 50 million pixels. */
const AS_PNG = reader("tiffAsPng", { cpuMs: 45_000, maxInput: MAX_FILE_BYTES, maxOutput: 64 * MB });
/** Bytes of the process with the model loaded are 130 MB; a large image adds twice as much. */
const KEEP_RSS = 400 * 1024 * 1024;

/** The process that recognises words: one, so that a hundred photographs leave room for everything else. */
@Injectable()
export class WordRecogniser implements OnModuleDestroy {
  private readonly process = new UntrustedReaders(KEEP_RSS, { processes: 1 });

  onModuleDestroy() {
    this.process.close();
  }

  /** @throws ContentError */
  async recognise(image: Uint8Array, options: { person: string; signal: AbortSignal }): Promise<FoundWords> {
    return (await this.process.read(RECOGNISE, { value: null, blobs: [image] }, options)).value;
  }

  /** @throws ContentError */
  async tiffAsPng(image: Uint8Array, options: { person: string; signal: AbortSignal }): Promise<Uint8Array> {
    return (await this.process.read(AS_PNG, { value: null, blobs: [image] }, options)).blobs[0]!;
  }
}
