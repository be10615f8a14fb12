/** What of an access token says whether it still counts. */
export interface TokenMark {
  userId: string | null;
  sessionId: string | null;
  /** Claim `generation`: tokens of a person below the one that counts are refused. */
  generation: number;
}

/** One row of kit.ended_session: a session, or all of a person's tokens below a generation. */
export interface Ended {
  userId: string;
  sessionId: string | null;
  generation: number | null;
}

/** Which tokens have ended, as long as one of them could live. Times in ms, of any one clock. */
export class EndedTokens {
  private readonly sessions = new Map<string, number>();
  private readonly people = new Map<string, { generation: number; until: number }>();

  get size(): number {
    return this.sessions.size + this.people.size;
  }

  /** @param until when the last of these tokens has expired @returns whether this was news */
  add({ userId, sessionId, generation }: Ended, until: number): boolean {
    if (sessionId !== null) {
      const isNew = !this.sessions.has(sessionId);
      this.sessions.set(sessionId, until);
      return isNew;
    }
    const known = this.people.get(userId);
    if (known && known.generation >= generation!) return false;
    this.people.set(userId, { generation: generation!, until });
    return true;
  }

  has({ userId, sessionId, generation }: TokenMark): boolean {
    if (sessionId !== null && this.sessions.has(sessionId)) return true;
    const person = userId === null ? undefined : this.people.get(userId);
    return person !== undefined && generation < person.generation;
  }

  prune(now: number): void {
    for (const [id, until] of this.sessions) if (until <= now) this.sessions.delete(id);
    for (const [id, { until }] of this.people) if (until <= now) this.people.delete(id);
  }

  clear(): void {
    this.sessions.clear();
    this.people.clear();
  }
}
