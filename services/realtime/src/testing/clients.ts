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

/** Longest wait for one message, ms: below the limit of a test, so that its failure names what came instead. */
const LIMIT_MS = 20_000;

/** Collects what comes, and lets a test wait for it. */
export class Inbox<T> {
  readonly all: T[] = [];
  private waiting: (() => void)[] = [];
  readonly put = (entry: T): void => {
    this.all.push(entry);
    for (const wake of this.waiting.splice(0)) wake();
  };
  /** @returns the first entry that `matches`, as soon as there is one @throws Error with what came instead */
  async find(matches: (entry: T) => boolean = () => true): Promise<T> {
    const end = performance.now() + LIMIT_MS;
    for (;;) {
      const found = this.all.find(matches);
      if (found !== undefined) return found;
      const left = end - performance.now();
      if (left <= 0) throw new Error(`Waited ${LIMIT_MS / 1000} s for a message. Instead: ${JSON.stringify(this.all)}`);
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((wake) => {
        this.waiting.push(wake);
        timer = setTimeout(wake, left);
      });
      clearTimeout(timer);
    }
  }
}
