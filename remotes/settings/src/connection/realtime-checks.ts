import type { ChannelState, RealtimeLink } from "@tessera/shell-api";
import type { Status } from "@tessera/ui";
import { type Check, lengthText, msText } from "./check.ts";
import type { TestChannel } from "./use-test-channels.ts";

/** The states of a channel as the page says them; specification §4. */
export const stateWords: Record<ChannelState, { status: Status; word: string }> = {
  closed: { status: "idle", word: "Closed" },
  joining: { status: "run", word: "Joining" },
  joined: { status: "ok", word: "Joined" },
  leaving: { status: "idle", word: "Leaving" },
  errored: { status: "bad", word: "Errored" },
};

const BLOCKED =
  "If this does not go away, something between may be blocking WebSockets: a proxy must forward Upgrade requests at /realtime/v1.";

/** @param now ms since 1970 */
export function linkCheck(link: RealtimeLink, now: number): Check {
  const title = "Connection";
  const times = link.reconnects.length;
  const again = times
    ? ` Reconnected ${times === 1 ? "once" : `${times} times`}, after waits of ${link.reconnects
        .map(({ delay }) => lengthText(delay))
        .reverse()
        .join(", ")}.`
    : "";
  if (link.state === "open")
    return {
      title,
      status: "ok",
      word: "Open",
      figure: link.heartbeat ? msText(link.heartbeat.ms) : "",
      text: `For ${lengthText(now - link.since)}. ${link.heartbeat ? "The figure is the round trip of a heartbeat." : "No heartbeat has been answered yet."}${again}`,
      advice: null,
    };
  if (link.state === "connecting")
    return {
      title,
      status: "run",
      word: "Connecting",
      figure: "",
      text: `For ${lengthText(now - link.since)}.${again}`,
      advice: null,
    };
  const wait = link.nextAttempt === null ? null : link.nextAttempt - now;
  return {
    title,
    status: "bad",
    word: "Closed",
    figure: "",
    text: `For ${lengthText(now - link.since)}.${wait === null ? "" : wait > 0 ? ` Next attempt in ${Math.ceil(wait / 1_000)} s.` : " Trying now."}${again}`,
    advice:
      wait === null
        ? "Run again to connect."
        : `The page reconnects after 1, 2, 5 and then every 10 seconds. ${BLOCKED}`,
  };
}

export function channelCheck({ title, shows, channel, echoes }: TestChannel): Check {
  const state = channel?.state() ?? "closed";
  const middle = echoes.length ? [...echoes].sort((a, b) => a - b)[Math.floor(echoes.length / 2)]! : null;
  const said: Record<ChannelState, string> = {
    joined: middle === null ? shows : `${shows} The figure is the median round trip of ${echoes.length} broadcasts.`,
    joining: "The server has not answered yet.",
    errored: channel?.reason() ?? "The server refused it.",
    leaving: "This page left the channel.",
    closed: channel ? "It receives nothing." : "It needs a signed-in person.",
  };
  const advice: Partial<Record<ChannelState, string>> = {
    errored:
      "The page joins again automatically. If the connection is open and the channel still fails, the message above says why.",
    closed: channel ? "Run again to join it." : "Sign in.",
  };
  return {
    title,
    ...stateWords[state],
    figure: middle === null || state !== "joined" ? "" : msText(middle),
    text: said[state],
    advice: advice[state] ?? null,
  };
}
