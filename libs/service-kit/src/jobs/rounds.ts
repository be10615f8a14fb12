import { sql } from "drizzle-orm";

/** Milliseconds between two writes of the current round: one per job would cost as much as the job. */
const NOTED_EVERY_MS = 100;

/**
 * Which turn each queue has come to, as far as this process saw. A round that is noted late lets new jobs of another
 * process start a little earlier, and starves nobody.
 */
export class Rounds {
  private readonly seen = new Map<string, { turn: number; notedAt: number }>();

  began(queue: string, turn: number): void {
    const round = this.of(queue);
    round.turn = Math.max(round.turn, turn);
  }

  turnOf(queue: string): number {
    return this.seen.get(queue)?.turn ?? 0;
  }

  /** Further part of a statement in which `begun` is a job that begins: notes the round, if it is time to. */
  note(queue: string) {
    const round = this.of(queue);
    const now = performance.now();
    if (now - round.notedAt < NOTED_EVERY_MS) return sql``;
    round.notedAt = now;
    return sql`, noted as (update kit.job_kind k set turn = greatest(begun.turn, ${round.turn}::int) from begun
      where k.queue = ${queue} and k.turn < greatest(begun.turn, ${round.turn}::int))`;
  }

  private of(queue: string) {
    const round = this.seen.get(queue) ?? { turn: 0, notedAt: Number.NEGATIVE_INFINITY };
    this.seen.set(queue, round);
    return round;
  }
}
