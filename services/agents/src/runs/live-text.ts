import { randomUUID } from "node:crypto";
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from "@nestjs/common";
import { CONFIG, Database, type KitConfig, Log, NOTIFICATION_BYTES, Notifications } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { RunStore, storable } from "./run.store.ts";

/** Channel by which processes tell each other what models write. */
export const TEXT_CHANNEL = "agents_text";
/** Ms after which what a model has written is in the database. */
const STORE_MS = 500;
/** Runs whose text one statement writes, and ms to the next one: pieces of other runs come between. */
const MAX_STORED = 20;
const PAUSE_MS = 25;
/** Ms for which pieces are gathered before the other processes are told. */
const TELL_MS = 20;
/** Code units of one piece that others are told of; each is at most six bytes of JSON. */
const MAX_TOLD = 1_000;

const Told = z.tuple([z.string(), z.int(), z.enum(["text", "reasoning"]), z.int(), z.string()]);
const Telling = z.object({ from: z.string(), pieces: z.array(Told) });

/** A piece of what a model writes. */
export interface Piece {
  runId: string;
  step: number;
  kind: "text" | "reasoning";
  /** Where it begins, in code units of the whole. */
  at: number;
  text: string;
}

/** What a model has written so far. */
export interface Written {
  step: number;
  text: string;
  reasoning: string;
}

/**
 * What models write at this moment. Those who follow a run are told of each piece at once, in this process directly, in
 * others by notifications; the database is written half a second later, for a few runs in one statement. A piece that
 * is lost on the way is made good from there.
 */
@Injectable()
export class LiveText implements OnModuleInit, OnApplicationShutdown {
  private readonly id = randomUUID();
  private readonly writing = new Map<string, Written>();
  /** Runs whose text is not stored as it is, and since when, the oldest first. */
  private readonly changed = new Map<string, number>();
  private readonly readers = new Map<string, Set<(piece: Piece) => void>>();
  /** By run, step and kind: what others are to be told of. */
  private readonly untold = new Map<string, Piece>();
  private telling?: NodeJS.Timeout;
  private storing?: NodeJS.Timeout;
  private listener?: { close(): Promise<void> };

  constructor(
    private readonly database: Database,
    private readonly runs: RunStore,
    private readonly notifications: Notifications,
    private readonly log: Log,
    @Inject(CONFIG) private readonly config: Pick<KitConfig, "embedded">,
  ) {}

  async onModuleInit() {
    this.listener = await this.notifications.listen(TEXT_CHANNEL, (told) => this.heard(told));
  }

  async onApplicationShutdown() {
    clearTimeout(this.telling);
    clearTimeout(this.storing);
    await this.listener?.close();
  }

  /** Takes what the model of a step writes. */
  begin(runId: string, step: number): { add(kind: Piece["kind"], text: string): void; end(): void } {
    const written: Written = { step, text: "", reasoning: "" };
    this.writing.set(runId, written);
    return {
      add: (kind, text) => {
        const piece = { runId, step, kind, at: written[kind].length, text };
        written[kind] += text;
        this.isToStore(runId);
        this.give(piece);
        this.tell(piece);
      },
      end: () => {
        if (this.writing.get(runId) !== written) return;
        this.writing.delete(runId);
        this.changed.delete(runId);
      },
    };
  }

  /** What a model of this process writes in a step; undefined when none does. */
  writtenIn(runId: string, step: number): Written | undefined {
    const written = this.writing.get(runId);
    return written?.step === step ? written : undefined;
  }

  /** The same, as a step that ends early keeps it. */
  kept(runId: string, step: number): Partial<Pick<Written, "text" | "reasoning">> {
    const written = this.writtenIn(runId, step);
    return written ? { text: storable(written.text), reasoning: storable(written.reasoning) } : {};
  }

  /** Calls back with each piece of a run. @returns ends it */
  follow(runId: string, read: (piece: Piece) => void): () => void {
    const all = this.readers.get(runId) ?? new Set();
    this.readers.set(runId, all.add(read));
    return () => {
      all.delete(read);
      if (!all.size && this.readers.get(runId) === all) this.readers.delete(runId);
    };
  }

  private give(piece: Piece): void {
    for (const read of this.readers.get(piece.runId) ?? []) read(piece);
  }

  private isToStore(runId: string): void {
    if (!this.changed.has(runId)) this.changed.set(runId, performance.now());
    this.storing ??= setTimeout(() => void this.store(), STORE_MS).unref();
  }

  private async store(): Promise<void> {
    const before = performance.now() - STORE_MS + PAUSE_MS;
    const due = [...this.changed].filter(([, since]) => since <= before).slice(0, MAX_STORED);
    for (const [runId] of due) this.changed.delete(runId);
    const steps = due.flatMap(([runId]) => {
      const written = this.writing.get(runId);
      return written ? [{ runId, ...written }] : [];
    });
    let stored: string[] = [];
    try {
      if (steps.length) stored = await this.database.statement((tx) => this.runs.storeText(tx, steps));
    } catch (error) {
      this.log.warn({ err: error as Error }, "what models write could not be stored; it is tried again");
    }
    // A step that somebody else works on is stored later.
    for (const { runId } of steps) if (!stored.includes(runId) && this.writing.has(runId)) this.isToStore(runId);
    const [next] = this.changed.values();
    const wait = Math.max(PAUSE_MS, (next ?? 0) + STORE_MS - performance.now());
    this.storing = next === undefined ? undefined : setTimeout(() => void this.store(), wait).unref();
  }

  private tell(piece: Piece): void {
    // An embedded database is this process's alone.
    if (this.config.embedded) return;
    const key = `${piece.runId} ${piece.step} ${piece.kind}`;
    const before = this.untold.get(key);
    this.untold.set(key, before ? { ...before, text: before.text + piece.text } : piece);
    this.telling ??= setTimeout(() => void this.tellOthers(), TELL_MS).unref();
  }

  private async tellOthers(): Promise<void> {
    this.telling = undefined;
    const words = tellings(this.id, [...this.untold.values()]);
    this.untold.clear();
    try {
      await this.database.statement((tx) =>
        tx.execute(sql`select pg_notify(${TEXT_CHANNEL}, word) from unnest(${sql.param(words)}::text[]) word`),
      );
    } catch (error) {
      this.log.warn({ err: error as Error }, "other processes were not told what models write; it is stored");
    }
  }

  private heard(told: string): void {
    // What this process said it hears, too: most of the time that is all there is to hear.
    if (told.startsWith(headOf(this.id))) return;
    const { pieces } = Telling.parse(JSON.parse(told));
    for (const [runId, step, kind, at, text] of pieces) this.give({ runId, step, kind, at, text });
  }
}

/** Pieces as notifications, as many in each as it may carry. */
export function tellings(from: string, pieces: readonly Piece[]): string[] {
  const head = `${headOf(from)}]}`.length;
  const told: string[][] = [];
  let room = 0;
  for (const one of pieces.flatMap(cut)) {
    const word = JSON.stringify([one.runId, one.step, one.kind, one.at, one.text] satisfies z.infer<typeof Told>);
    const bytes = Buffer.byteLength(word) + 1;
    if (bytes > room) {
      told.push([]);
      room = NOTIFICATION_BYTES - head;
    }
    told.at(-1)!.push(word);
    room -= bytes;
  }
  return told.map((words) => `${headOf(from)}${words.join(",")}]}`);
}

const headOf = (from: string) => `{"from":${JSON.stringify(from)},"pieces":[`;

function cut(piece: Piece): Piece[] {
  const parts = Math.ceil(piece.text.length / MAX_TOLD);
  return Array.from({ length: parts }, (_, part) => {
    const from = part * MAX_TOLD;
    return { ...piece, at: piece.at + from, text: piece.text.slice(from, from + MAX_TOLD) };
  });
}
