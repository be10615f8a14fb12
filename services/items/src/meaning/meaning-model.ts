import { Inject, Injectable, type OnModuleDestroy } from "@nestjs/common";
import { readersOf, UntrustedReaders } from "@tessera/service-kit";
import { ITEMS_CONFIG, type ItemsConfig } from "../config.ts";
import type * as readers from "./readers.ts";
import { SIZE } from "./vector-bytes.ts";

/** Texts of one call: a search waits for one such call of the cards at most. */
const AT_ONCE = 2;
const EMBED = readersOf<typeof readers>("@tessera/service-items/meaning-readers")("embed", {
  // Loading the model takes one second of it.
  cpuMs: 20_000,
  maxInput: 64 * 1024,
  maxOutput: AT_ONCE * SIZE + 16 * 1024,
});

/** Bytes of the process with the model loaded are 340 MB; one of them serves searches and cards. */
const KEEP_RSS = 512 * 1024 * 1024;
/** As loading takes a second, it stays for the next search. */
const IDLE_MS = 5 * 60_000;

/** The model is not there, or cannot be loaded. */
export class NoModel extends Error {
  override name = "NoModel";
}

/** The process that works out vectors. */
@Injectable()
export class MeaningModel implements OnModuleDestroy {
  private readonly process = new UntrustedReaders(KEEP_RSS, { processes: 1, idleMs: IDLE_MS });

  constructor(@Inject(ITEMS_CONFIG) private readonly config: ItemsConfig) {}

  get isOff(): boolean {
    return !this.config.embeddings;
  }

  onModuleDestroy() {
    this.process.close();
  }

  /**
   * The vectors of texts; null for one without a word. @param person people take turns
   * @throws NoModel, ContentError
   */
  async embed(texts: readonly string[], person: string, signal?: AbortSignal): Promise<(Int8Array | null)[]> {
    const vectors: (Int8Array | null)[] = [];
    for (let at = 0; at < texts.length; at += AT_ONCE) {
      const some = texts.slice(at, at + AT_ONCE);
      const { value, blobs } = await this.process.read(
        EMBED,
        { value: { texts: some }, blobs: [] },
        { person, signal },
      );
      if (!value.known) throw new NoModel("The model of meanings cannot be loaded");
      const bytes = blobs[0]!;
      for (const [each, known] of value.known.entries())
        vectors.push(known ? Int8Array.from(bytes.subarray(each * SIZE, (each + 1) * SIZE)) : null);
    }
    return vectors;
  }
}
