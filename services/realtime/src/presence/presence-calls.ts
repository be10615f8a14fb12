import { Inject, Injectable } from "@nestjs/common";
import { Clock } from "@tessera/service-kit";
import { z } from "zod";
import type { Channel } from "../channels/channel.ts";
import { Membership } from "../channels/membership.ts";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import { PRESENCE_CALLS } from "../connection/connection.ts";
import type { Frame } from "../protocol/message.ts";
import { Presences } from "./presences.ts";

const Call = z.discriminatedUnion("event", [
  z.object({ event: z.literal("track"), payload: z.record(z.string(), z.unknown()).default({}) }),
  z.object({ event: z.literal("untrack") }),
]);

/** track and untrack. */
@Injectable()
export class PresenceCalls {
  constructor(
    private readonly membership: Membership,
    private readonly presences: Presences,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig,
  ) {}

  answer(channel: Channel, frame: Frame): void {
    const refusal = this.refusal(channel, frame.payload);
    if (refusal) channel.connection.reply(frame, "error", { reason: refusal });
    else channel.connection.reply(frame, "ok", {});
  }

  private refusal(channel: Channel, payload: unknown): string | null {
    const call = Call.safeParse(payload);
    if (!call.success) return "presence takes the events track and untrack";
    if (!channel.connection.presenceBucket.take(this.clock.now().getTime()))
      return `ClientPresenceRateLimitReached: at most ${PRESENCE_CALLS.calls} presence calls in ${PRESENCE_CALLS.seconds} seconds`;
    if (!this.membership.mayWrite(channel))
      return `Unauthorized: You do not have permissions to write to this Channel topic: ${channel.name}`;
    if (call.data.event === "untrack") {
      this.presences.untrack(channel);
      return null;
    }
    const { phx_ref: _, ...tracked } = call.data.payload;
    const meta = JSON.stringify(tracked);
    const { call: limit } = this.config.maxPresenceBytes;
    if (Buffer.byteLength(meta) > limit) return `what is tracked must be at most ${limit} bytes`;
    return this.presences.track(channel, meta);
  }
}
