/** One thing somebody tracks on a channel. */
export interface Presence {
  /** Phoenix's `phx_ref`: another one whenever the data changes. */
  ref: string;
  key: string;
  /** JSON of an object without `phx_ref`. Text: objects would take many times their bytes. */
  meta: string;
  /** The process whose client it is. */
  process: string;
}

/** What a presence costs beside its texts: its ref and its entries in maps. */
const OVERHEAD_BYTES = 128;

export const bytesOf = ({ key, meta }: Pick<Presence, "key" | "meta">): number =>
  Buffer.byteLength(key) + Buffer.byteLength(meta) + OVERHEAD_BYTES;

/** As clients read it: {key: {metas: [{phx_ref, …}]}}, in JSON. */
export function presenceJson(presences: Iterable<Presence>): string {
  const byKey = new Map<string, string[]>();
  for (const { ref, key, meta } of presences) {
    const metas = byKey.get(key) ?? [];
    byKey.set(key, metas);
    metas.push(`${meta.slice(0, -1)}${meta === "{}" ? "" : ","}"phx_ref":${JSON.stringify(ref)}}`);
  }
  return `{${[...byKey].map(([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.join()}]}`).join()}}`;
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

  /** @returns JSON of `{joins, leaves}`; null when nothing changed after all */
  json(): string | null {
    if (!this.joins.size && !this.leaves.size) return null;
    return `{"joins":${presenceJson(this.joins.values())},"leaves":${presenceJson(this.leaves.values())}}`;
  }
}
