import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js";

/** An unmodified supabase-js client at one version of the protocol. @param token of the person, asked for whenever it is needed */
export function supabase(
  url: string,
  { vsn = "2.0.0", token, key = "tessera" }: { vsn?: string; token?: () => string | null; key?: string } = {},
) {
  return createClient(url, key, {
    realtime: { vsn: vsn as never, heartbeatIntervalMs: 1000, reconnectAfterMs: () => 50 },
    ...(token ? { accessToken: async () => token() } : { auth: { persistSession: false, autoRefreshToken: false } }),
  }) as SupabaseClient;
}

/** Joins. @throws what the client reports instead */
export async function join(channel: RealtimeChannel): Promise<RealtimeChannel> {
  await new Promise<void>((joined, failed) =>
    channel.subscribe((status, error) => {
      if (status === "SUBSCRIBED") joined();
      else failed(error ?? new Error(status));
    }),
  );
  return channel;
}

/** Collects what comes, and lets a test wait for it. */
export class Inbox<T> {
  readonly all: T[] = [];
  private waiting: (() => void)[] = [];
  readonly put = (entry: T): void => {
    this.all.push(entry);
    for (const wake of this.waiting.splice(0)) wake();
  };
  /** @returns the first entry that is meant, as soon as there is one */
  async find(meant: (entry: T) => boolean = () => true): Promise<T> {
    for (;;) {
      const found = this.all.find(meant);
      if (found !== undefined) return found;
      await new Promise<void>((wake) => this.waiting.push(wake));
    }
  }
}
