/** One thing somebody tracks on a channel. */
export interface Presence {
  /** Phoenix's `phx_ref`: another one whenever the data changes. */
  ref: string;
  key: string;
  meta: Record<string, unknown>;
  /** The process whose client it is. */
  process: string;
}

/** As clients read it: {key: {metas: [{phx_ref, …}]}}. */
export type PresenceMap = Record<string, { metas: Record<string, unknown>[] }>;

export function presenceMap(presences: Iterable<Presence>): PresenceMap {
  const map: PresenceMap = Object.create(null);
  for (const { ref, key, meta } of presences) {
    map[key] ??= { metas: [] };
    map[key].metas.push({ ...meta, phx_ref: ref });
  }
  return map;
}

/** Changes of one room that go out together: who comes and goes in between is not spoken of. */
export class PresenceDiff {
  private readonly joins = new Map<string, Presence>();
  private readonly leaves = new Map<string, Presence>();

  joined(presence: Presence): void {
    this.joins.set(presence.ref, presence);
  }

  left(presence: Presence): void {
    if (!this.joins.delete(presence.ref)) this.leaves.set(presence.ref, presence);
  }

  /** @returns null when nothing changed after all */
  payload(): { joins: PresenceMap; leaves: PresenceMap } | null {
    if (!this.joins.size && !this.leaves.size) return null;
    return { joins: presenceMap(this.joins.values()), leaves: presenceMap(this.leaves.values()) };
  }
}
