import { Inject, Injectable } from "@nestjs/common";
import { Clock } from "@tessera/service-kit";
import { z } from "zod";
import type { Channel } from "../channels/channel.ts";
import { Membership } from "../channels/membership.ts";
import { Allowance } from "../connection/allowance.ts";
import type { Frame } from "../protocol/message.ts";
import { Presences } from "./presences.ts";

/** Calls of one client in 30 s (IDENTITY.md, "Realtime"). */
const CALLS = 5;
const CALLS_SECONDS = 30;
/** What one client may have others keep of it, as JSON. */
const MOST_BYTES = 16_384;

const Call = z.discriminatedUnion("event", [
  z.object({ event: z.literal("track"), payload: z.record(z.string(), z.unknown()).default({}) }),
  z.object({ event: z.literal("untrack") }),
]);

/** track and untrack. */
@Injectable()
export class PresenceCalls {
  private readonly allowances = new WeakMap<Channel, Allowance>();

  constructor(
    private readonly membership: Membership,
    private readonly presences: Presences,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  answer(channel: Channel, frame: Frame): void {
    const refusal = this.refusal(channel, frame.payload);
    if (refusal) channel.connection.reply(frame, "error", { reason: refusal });
    else channel.connection.reply(frame, "ok", {});
  }

  private refusal(channel: Channel, payload: unknown): string | null {
    const call = Call.safeParse(payload);
    if (!call.success) return "presence takes the events track and untrack";
    if (!this.allowed(channel)) return `ClientPresenceRateLimitReached: at most ${CALLS} presence calls in ${CALLS_SECONDS} seconds`;
    if (!this.membership.mayWrite(channel))
      return `Unauthorized: You do not have permissions to write to this Channel topic: ${channel.name}`;
    if (call.data.event === "untrack") {
      this.presences.untrack(channel);
      return null;
    }
    if (Buffer.byteLength(JSON.stringify(call.data.payload)) > MOST_BYTES) return `what is tracked must be at most ${MOST_BYTES} bytes`;
    return this.presences.track(channel, call.data.payload) ? null : "the channel has as many presences as it can take";
  }

  private allowed(channel: Channel): boolean {
    const now = this.clock.now().getTime();
    const allowance = this.allowances.get(channel) ?? new Allowance(CALLS / CALLS_SECONDS, CALLS, now);
    this.allowances.set(channel, allowance);
    return allowance.take(now);
  }
}
