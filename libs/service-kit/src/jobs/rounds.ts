import { sql } from "drizzle-orm";

/** Milliseconds between two writes of the current round: one per job would cost as much as the job. */
const NOTED_EVERY_MS = 100;

interface Round {
  /** The latest turn of which this process has begun a job. */
  turn: number;
  notedAt: number;
  /** The latest that was noted by any process when this one last looked. */
  noted: number;
  readAt: number;
}

/**
 * Which turn each queue has come to, as far as this process saw. A round that is noted late lets new jobs of another
 * process start a little earlier, and starves nobody.
 */
export class Rounds {
  private readonly seen = new Map<string, Round>();

  began(queue: string, turn: number): void {
    const round = this.of(queue);
    round.turn = Math.max(round.turn, turn);
  }

  turnOf(queue: string): number {
    return this.seen.get(queue)?.turn ?? 0;
  }

  /** Further part of a statement in which `begun` are jobs that begin: notes the round, if it is time to. */
  note(queue: string) {
    const round = this.of(queue);
    const now = performance.now();
    if (now - round.notedAt < NOTED_EVERY_MS) return sql``;
    round.notedAt = now;
    return sql`, noted as (update kit.job_kind k set turn = greatest(newest.turn, ${round.turn}::int)
      from (select max(turn) as turn from begun) newest
      where k.queue = ${queue} and k.turn < greatest(newest.turn, ${round.turn}::int))`;
  }

  /** The round that processes have noted. @param read asks the database; not more often than it is noted */
  async noted(queue: string, read: () => Promise<number>): Promise<number> {
    const round = this.of(queue);
    const now = performance.now();
    if (now - round.readAt >= NOTED_EVERY_MS) {
      round.noted = await read();
      round.readAt = now;
    }
    return round.noted;
  }

  private of(queue: string) {
    const round = this.seen.get(queue) ?? {
      ...{ turn: 0, notedAt: Number.NEGATIVE_INFINITY },
      ...{ noted: 0, readAt: Number.NEGATIVE_INFINITY },
    };
    this.seen.set(queue, round);
    return round;
  }
}
