import { access } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from "@nestjs/common";
import type { Decoder, LocalModel } from "@tessera/contracts-transcribe/settings.ts";
import { CONFIG, type KitConfig, Log } from "@tessera/service-kit";
import { TRANSCRIBE_CONFIG, type TranscribeConfig } from "../config.ts";
import { fetchPackageFiles, type PackageFiles } from "./fetch-package-files.ts";

/** Moonshine base (MIT, English, quantized: 20.5 and 42.5 MB), out of an archive of 114 MB. */
export const BASE: PackageFiles = {
  package: "@usefulsensors/moonshine-js",
  version: "0.1.17",
  integrity: "sha512-Uy/e4BjuHcpSC5h0HNRe/uCGe2ehEP586UMaHKyum9ZF8Z/lqtmadki9Myq6iLQGSj2hZ4Nb3RYn2b1qrrVNbw==",
  path: "dist/model/base/quantized",
  names: ["encoder_model.onnx", "decoder_model_merged.onnx"],
};

/** Ms between two signs of life while a recording waits for its model. */
const LOOK_MS = 1000;

/** A model of this machine, and the folder of its files; null: it is in a package. */
export interface ReadyModel {
  name: LocalModel;
  folder: string | null;
}

const TINY: ReadyModel = { name: "moonshine-tiny", folder: null };

/** What texts say that recognised them. */
export const MODEL_TITLES: Record<LocalModel, string> = {
  "moonshine-tiny": "Moonshine tiny",
  "moonshine-base": "Moonshine base",
};

/**
 * The models for speech on this machine. Tiny came with the packages; base is fetched when it is first wanted, once a
 * start, and tiny recognises where it is not there (decision 054).
 */
@Injectable()
export class LocalModels implements OnApplicationBootstrap, OnModuleDestroy {
  /** Where base comes from. */
  wanted = BASE;
  private readonly stopped = new AbortController();
  private fetching: Promise<void> | null = null;
  private hasFailed = false;

  constructor(
    @Inject(CONFIG) private readonly kit: KitConfig,
    @Inject(TRANSCRIBE_CONFIG) private readonly config: TranscribeConfig,
    private readonly log: Log,
  ) {}

  private get folder(): string {
    return path.join(this.kit.dataDir, "models", `moonshine-base-${this.wanted.version}`);
  }

  async onApplicationBootstrap() {
    // Nobody waits for it.
    if (this.config.model === "moonshine-base" && !(await this.isThere())) void this.fetch();
  }

  async onModuleDestroy() {
    this.stopped.abort();
    await this.fetching;
  }

  async state(): Promise<Pick<Decoder, "model" | "base">> {
    const base = (await this.isThere()) ? "there" : this.hasFailed ? "unavailable" : "when-wanted";
    return { model: this.config.model, base };
  }

  /**
   * The model that recognises: the wanted one, or tiny where that cannot be had.
   * @param wanted null: the one of the installation, for which nobody waits
   * @param alive is called while it waits @throws the signal's reason
   */
  async ready(wanted: LocalModel | null, signal: AbortSignal, alive: () => Promise<void>): Promise<ReadyModel> {
    if ((wanted ?? this.config.model) === TINY.name) return TINY;
    if (!(await this.isThere())) {
      const fetching = this.fetch();
      if (wanted) await this.wait(fetching, signal, alive);
    }
    return (await this.isThere()) ? { name: "moonshine-base", folder: this.folder } : TINY;
  }

  private async wait(fetching: Promise<void>, signal: AbortSignal, alive: () => Promise<void>): Promise<void> {
    let isOver = false;
    const over = fetching.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await alive();
      signal.throwIfAborted();
      await Promise.race([over, pause(LOOK_MS, undefined, { signal }).catch(() => undefined)]);
    }
  }

  /** Tried once; the next start tries again. */
  private fetch(): Promise<void> {
    this.fetching ??= fetchPackageFiles(this.wanted, this.folder, this.stopped.signal).catch((error: unknown) => {
      if (this.stopped.signal.aborted) return;
      this.hasFailed = true;
      const instead = "Moonshine tiny recognises speech until the next start, which tries again";
      this.log.warn({ err: error }, `Moonshine base could not be fetched from the registry of packages: ${instead}`);
    });
    return this.fetching;
  }

  private async isThere(): Promise<boolean> {
    const found = this.wanted.names.map((name) => access(path.join(this.folder, name)));
    return (await Promise.allSettled(found)).every(({ status }) => status === "fulfilled");
  }
}
