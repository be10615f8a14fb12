import { AsyncLocalStorage } from "node:async_hooks";
import { Injectable, type OnApplicationShutdown } from "@nestjs/common";
import type { RunText } from "@tessera/contracts-agents/runs.ts";
import { type Caller, Database, type EventToSend, Log } from "@tessera/service-kit";
import { LiveText, type Piece } from "./live-text.ts";
import { RunStore, type StepRow, shownRun, shownStep } from "./run.store.ts";
import { RunSignals } from "./run-signals.ts";

/** Ms after which it is looked whether readers heard of everything. */
const LOOK_MS = 15_000;
/** Ms after which a reader looks again that lacks pieces, until they are stored. */
const LACK_MS = 600;

/** Pieces that wait for a reader. One that is slower is sent the step as it is then. */
const MAX_WAITING = 1_000;

/** How much of the step that a model writes a reader has been sent, in code units. */
interface Sent {
  step: number;
  text: number;
  reasoning: number;
}

/** Somebody who follows a run. */
interface Reader {
  runId: string;
  /** The number of the last change that it was sent. */
  position: number;
  look(): void;
}

interface Found {
  changes: EventToSend[];
  /** The number of the last change. */
  position: number;
  /** The last step of a model that the changes hold. */
  sent: Sent | null;
  isOver: boolean;
}

/**
 * A run as it changes: what is stored, in the order of the changes, and between them what its model writes at this
 * moment. Pieces have no number: who comes back is sent the step that is being written as it is then.
 */
@Injectable()
export class FollowRun implements OnApplicationShutdown {
  private readonly readers = new Set<Reader>();
  private looks?: NodeJS.Timeout;
  /** Runs outside of the request of who follows a run. */
  private readonly apart = AsyncLocalStorage.snapshot();

  constructor(
    private readonly database: Database,
    private readonly runs: RunStore,
    private readonly signals: RunSignals,
    private readonly live: LiveText,
    private readonly log: Log,
  ) {}

  onApplicationShutdown() {
    clearInterval(this.looks);
  }

  /**
   * @param position number of the change behind which it begins
   * @param takesPieces whether the reader puts pieces together; another is sent the whole step now and then
   */
  async *events(
    caller: Caller,
    id: string,
    position: number,
    takesPieces: boolean,
    signal: AbortSignal,
  ): AsyncGenerator<EventToSend, void> {
    const pieces: Piece[] = [];
    let sent: Sent | null = null;
    let isDue = true;
    let lacks = true;
    let ring: () => void = () => undefined;
    const look = () => {
      isDue = true;
      ring();
    };
    let soon: NodeJS.Timeout | undefined;
    const reader: Reader = { runId: id, position, look };
    const ends = [
      this.remember(reader),
      this.signals.follow(id, look),
      this.live.follow(id, (piece) => {
        // Those that come then have a gap before them.
        if (pieces.length >= MAX_WAITING) pieces.length = 0;
        pieces.push(piece);
        ring();
      }),
    ];
    const left = () => ring();
    signal.addEventListener("abort", left);
    try {
      while (!signal.aborted) {
        const hasLooked = isDue;
        if (isDue) {
          clearTimeout(soon);
          soon = undefined;
          isDue = false;
          const found = await this.changes(caller, id, reader.position, lacks ? sent : undefined);
          yield* found.changes;
          if (found.isOver) return;
          reader.position = found.position;
          sent = found.sent ?? sent;
          lacks = false;
        }
        const come = joined(pieces.splice(0));
        for (const [index, piece] of come.entries()) {
          if (sent && piece.step < sent.step) continue;
          const at = sent?.step === piece.step ? sent[piece.kind] : -1;
          if (takesPieces && at < 0 && !hasLooked) {
            // Its step is stored, and was not read yet.
            isDue = true;
            pieces.unshift(...come.slice(index));
            break;
          }
          if (!takesPieces || at < piece.at) {
            // What came before it is stored soon.
            lacks = true;
            soon ??= setTimeout(look, LACK_MS).unref();
          } else if (at < piece.at + piece.text.length) {
            const { step, kind } = piece;
            const rest: RunText = { step, kind, at, text: piece.text.slice(at - piece.at) };
            sent![kind] += rest.text.length;
            yield { event: "text", data: rest };
          }
        }
        if (isDue || pieces.length || signal.aborted) continue;
        await new Promise<void>((done) => {
          ring = done;
        });
      }
    } finally {
      clearTimeout(soon);
      signal.removeEventListener("abort", left);
      for (const end of ends) end();
    }
  }

  /** Has readers look that missed a change, or whose run is gone: what they are told may be lost on the way. */
  async lookAgain(): Promise<void> {
    if (!this.readers.size) return;
    try {
      const behind = await this.database.statement((tx) => this.runs.behind(tx, [...this.readers]));
      for (const reader of [...this.readers]) if (behind.has(reader.runId)) reader.look();
    } catch (error) {
      this.log.warn({ err: error as Error }, "whether readers of runs heard of everything is not known");
    }
  }

  /** @returns ends it */
  private remember(reader: Reader): () => void {
    this.looks ??= this.apart(() => setInterval(() => void this.lookAgain(), LOOK_MS).unref());
    this.readers.add(reader);
    return () => void this.readers.delete(reader);
  }

  /**
   * What changed of a run behind a position; the run that has ended comes last.
   * @param lacking with the step that is being written, where there is more of it than this; undefined: without
   */
  private async changes(
    caller: Caller,
    id: string,
    position: number,
    lacking: Sent | null | undefined,
  ): Promise<Found> {
    return this.database.as(caller, async (tx) => {
      // Behind the lock, so that nothing that has a lower number is still to come.
      const run = await this.runs.lock(tx, caller.userId, id);
      if (!run) return { changes: [], position, sent: null, isOver: true };
      const rows = await this.runs.steps(tx, id, position, { written: lacking !== undefined });
      const steps = rows
        .map((row) => this.asWritten(row))
        .filter((step) => Number(step.seq) > position || !lacking || isMore(sentOf(step), lacking));
      const events = steps.map((step) => ({ at: Number(step.seq), event: "step", data: shownStep(step) as unknown }));
      if (Number(run.changed_seq) > position)
        events.push({ at: Number(run.changed_seq), event: "run", data: shownRun(run) });
      const changes = events
        .sort((a, b) => a.at - b.at)
        .map(({ at, event, data }) => ({ ...(at > position ? { id: String(at) } : {}), event, data }));
      const [newest] = steps.filter(({ kind }) => kind === "model").sort((a, b) => b.number - a.number);
      return {
        changes,
        position: Math.max(position, ...events.map(({ at }) => at)),
        sent: newest ? sentOf(newest) : null,
        isOver: run.finished_at !== null,
      };
    });
  }

  /** A step with what its model has written since it was stored. */
  private asWritten(row: StepRow): StepRow {
    const written = row.kind === "model" && row.state === "running" && this.live.writtenIn(row.run_id, row.number);
    return written ? { ...row, text: written.text, reasoning: written.reasoning } : row;
  }
}

/** Of a step that has ended there is nothing more to come. */
const sentOf = ({ number: step, state, text, reasoning }: StepRow): Sent =>
  state === "running"
    ? { step, text: text.length, reasoning: reasoning.length }
    : { step, text: Number.POSITIVE_INFINITY, reasoning: Number.POSITIVE_INFINITY };

const isMore = (one: Sent, than: Sent) =>
  one.step > than.step || one.text > than.text || one.reasoning > than.reasoning;

/** Pieces that follow each other as one: a reader that is slow is sent fewer. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const isNext = last?.step === piece.step && last.kind === piece.kind && last.at + last.text.length === piece.at;
    if (last && isNext) all[all.length - 1] = { ...last, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}
