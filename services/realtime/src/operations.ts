import type { OperationDescription } from "@tessera/service-kit";
import { z } from "zod";

export const ABOUT =
  "Broadcasts by HTTP, for servers and for clients before they are connected. Channels, presence and changes of tables go over a " +
  "WebSocket at /realtime/v1/websocket, which speaks the protocol of supabase-js (Phoenix channels, version 1.0.0 and 2.0.0).";

/** How realtime words a refusal. */
export const RealtimeError = z.object({ error: z.string() }).meta({ id: "RealtimeError" });

const sent = { 202: { words: "The messages are on their way" } };
/** What the operations of realtime/v1 do and answer. */
export const operations: Record<string, OperationDescription> = {
  "POST /realtime/v1/api/broadcast": {
    summary: "Send messages to channels",
    answers: sent,
    refuses: [401, 403],
    signedIn: true,
  },
  "POST /realtime/v1/api/broadcast/{topic}/events/{event}": {
    summary: "Send one event to a channel, its body as it is",
    answers: sent,
    refuses: [401, 403],
    signedIn: true,
  },
};
