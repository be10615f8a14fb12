import { type LiveChannel, shell } from "@tessera/shell-api";
import { useEffect, useState, useSyncExternalStore } from "react";
import { createStream } from "./stream.ts";

const never = () => () => {};

/** Joins the channel of a person's own cards while the page is shown. Row-level security decides what arrives. */
export function useLiveItems() {
  const [stream] = useState(() => createStream());
  const [channel, setChannel] = useState<LiveChannel | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt joins again
  useEffect(() => {
    const joined = shell().realtime.join(`ws-items:${crypto.randomUUID()}`, {
      changes: [{ schema: "items", table: "item" }],
      onChange: stream.accept,
    });
    let received = false;
    const end = joined.subscribe(() => {
      const now = joined.state();
      if (now === "joined") {
        received = true;
        stream.resumed();
      } else if (now === "errored" && received) stream.interrupted();
    });
    setChannel(joined);
    return () => {
      end();
      void joined.leave();
    };
  }, [stream, attempt]);
  const state = useSyncExternalStore(channel?.subscribe ?? never, channel?.state ?? (() => "joining" as const));
  const reason = useSyncExternalStore(channel?.subscribe ?? never, channel?.reason ?? (() => null));
  return {
    stream,
    ...useSyncExternalStore(stream.subscribe, stream.get),
    state,
    reason,
    joinAgain: () => setAttempt((before) => before + 1),
  };
}
