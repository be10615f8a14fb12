import type { ActKind, NewAct, Offline, OfflineArea, OfflineState, WaitingAct } from "./offline.ts";

/** Work without a connection for tests of remotes: acts wait in memory while `disconnect` was called last. */
export interface MockOffline extends Offline {
  readonly areas: Map<string, OfflineArea>;
  /** Connected, with nothing that waits; what areas declared stays. */
  reset(): void;
  disconnect(): void;
  /** Sends what waits; a refused act stays, with its reason. */
  reconnect(): Promise<void>;
}

export function mockOffline(): MockOffline {
  const areas = new Map<string, OfflineArea>();
  const listeners = new Set<() => void>();
  let state: OfflineState = { connected: true, asOf: null, acts: [] };
  const set = (patch: Partial<OfflineState>) => {
    state = { ...state, ...patch };
    for (const listener of [...listeners]) listener();
  };
  const without = (id: string) => state.acts.filter((act) => act.id !== id);
  const kindOf = (area: string, kind: string): ActKind => {
    const found = areas.get(area)?.acts?.[kind];
    if (!found) throw new Error(`${area} declared no act ${kind}`);
    return found;
  };
  const send = async (act: WaitingAct) => {
    try {
      await kindOf(act.area, act.kind).send(act.body, act.id);
      set({ acts: without(act.id) });
    } catch (error) {
      const refused: WaitingAct = { ...act, state: "refused", reason: (error as Error).message };
      set({ acts: state.acts.map((one) => (one.id === act.id ? refused : one)) });
    }
  };
  return {
    areas,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    declare: (area) => void areas.set(area.area, area),
    async run<T>(area: string, { id = crypto.randomUUID(), text, path, ...act }: NewAct) {
      const kind = kindOf(area, act.kind);
      if (state.connected) return { sent: true as const, answer: (await kind.send(act.body, id)) as T };
      const last = state.acts.findLast((one) => one.kind === act.kind && String(one.subjects) === String(act.subjects));
      if (last && kind.merge) {
        const merged = { ...last, title: act.title, body: kind.merge(last.body, act.body) };
        set({ acts: state.acts.map((one) => (one === last ? merged : one)) });
        return { sent: false as const, id: last.id };
      }
      const waiting: WaitingAct = {
        ...act,
        id,
        area,
        text: text ?? null,
        path: path ?? null,
        at: Date.now(),
        state: "waiting",
        reason: null,
      };
      set({ acts: [...state.acts, waiting] });
      return { sent: false as const, id };
    },
    async discard(id) {
      const found = state.acts.some((act) => act.id === id);
      set({ acts: without(id) });
      return found;
    },
    async retry(id) {
      const act = state.acts.find((one) => one.id === id);
      if (act) await send(act);
    },
    reset: () => set({ connected: true, asOf: null, acts: [] }),
    disconnect: () => set({ connected: false }),
    async reconnect() {
      set({ connected: true });
      for (const act of state.acts) await send(act);
    },
  };
}
