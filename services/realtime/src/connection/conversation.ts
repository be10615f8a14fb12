import { Inject, Injectable } from "@nestjs/common";
import { Clock, Log } from "@tessera/service-kit";
import { readBroadcast } from "../broadcast/broadcast.ts";
import type { Channel } from "../channels/channel.ts";
import { Membership } from "../channels/membership.ts";
import { Fanout } from "../fanout/fanout.ts";
import { PresenceCalls } from "../presence/presence-calls.ts";
import { decodeFrame } from "../protocol/frame.ts";
import { BadFrame, type Frame } from "../protocol/message.ts";
import type { Connection } from "./connection.ts";

/** Answers the messages of a connection. */
@Injectable()
export class Conversation {
  constructor(
    private readonly membership: Membership,
    private readonly fanout: Fanout,
    private readonly presence: PresenceCalls,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Log) private readonly log: Log,
  ) {}

  /** @returns what is still in progress, or nothing when the message is answered */
  receive(connection: Connection, data: Buffer, binary: boolean): Promise<void> | undefined {
    const now = this.clock.now().getTime();
    connection.heardAt = now;
    try {
      const frame = decodeFrame(connection.version, data, binary);
      const channel = connection.channels.get(frame.topic);
      if (!connection.bucket.take(now)) return this.tooMany(connection, channel);
      return this.answer(connection, frame, channel)?.catch((error) => this.failed(connection, frame, error));
    } catch (error) {
      if (error instanceof BadFrame) connection.end(1007, `Message not understood: ${error.message}`);
      else {
        // Nested so deeply that it cannot be written again, for one: nothing of it was sent to anybody.
        this.log.error({ err: error }, "realtime: a message failed");
        connection.end(1011, "Message not processed");
      }
    }
  }

  private answer(connection: Connection, frame: Frame, channel: Channel | undefined): Promise<void> | undefined {
    if (frame.topic === "phoenix") {
      if (frame.event === "heartbeat") connection.reply(frame, "ok", {});
      return;
    }
    if (frame.event === "phx_join") return this.membership.join(connection, frame);
    if (frame.event === "phx_leave") return this.leave(connection, frame, channel);
    if (!channel) return connection.reply(frame, "error", { reason: "unmatched topic" }) as undefined;
    // What was sent to a membership that has ended meanwhile.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return;
    if (frame.event === "access_token")
      return this.membership.renew(channel, (frame.payload as { access_token?: unknown } | null)?.access_token);
    if (frame.event === "broadcast") this.broadcast(channel, frame);
    else if (frame.event === "presence") this.presence.answer(channel, frame);
    else connection.reply(frame, "error", { reason: `event ${frame.event} is not known` });
  }

  private leave(connection: Connection, frame: Frame, channel: Channel | undefined): undefined {
    if (channel && (frame.joinRef === null || frame.joinRef === channel.joinRef)) this.membership.leave(channel);
    connection.reply(frame, "ok", {});
  }

  private broadcast(channel: Channel, frame: Frame): void {
    const { connection, config } = channel;
    const broadcast = readBroadcast(frame.payload);
    const refusal = !broadcast
      ? "a broadcast needs an event of 1 to 255 bytes"
      : this.membership.mayWrite(channel)
        ? null
        : `Unauthorized: You do not have permissions to write to this Channel topic: ${channel.name}`;
    if (refusal) {
      if (config.broadcast.ack) connection.reply(frame, "error", { reason: refusal });
      else channel.system("error", refusal);
      return;
    }
    this.fanout.broadcast(channel.room, broadcast!, config.broadcast.self ? null : channel.id);
    if (config.broadcast.ack) connection.reply(frame, "ok", {});
  }

  /** A client that floods loses the channel it floods; one that floods without a channel, its connection. */
  private tooMany(connection: Connection, channel: Channel | undefined): undefined {
    const message = "ChannelRateLimitReached: Too many messages per second";
    if (channel) this.membership.dismiss(channel, message);
    else connection.end(1008, message);
  }

  private failed(connection: Connection, frame: Frame, error: unknown): void {
    this.log.error({ err: error, event: frame.event }, "realtime: a message failed");
    connection.reply(frame, "error", { reason: "Something went wrong on our side. Try again." });
  }
}
