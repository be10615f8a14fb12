import { Inject, Injectable } from "@nestjs/common";
import { Clock, type EndedTokens } from "@tessera/service-kit";
import { ChannelPolicy } from "../access/channel-policy.ts";
import { Credentials, endOf } from "../access/credentials.ts";
import { Refused } from "../access/refused.ts";
import { ChangeFeed } from "../changes/change-feed.ts";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";
import type { Connection } from "../connection/connection.ts";
import { Presences } from "../presence/presences.ts";
import type { Frame } from "../protocol/message.ts";
import { Channel, TOPIC_PREFIX } from "./channel.ts";
import { Join, type JoinConfig } from "./join-config.ts";
import { Rooms } from "./rooms.ts";

/** Joining and leaving channels, and staying on them with a valid token. */
@Injectable()
export class Membership {
  constructor(
    private readonly credentials: Credentials,
    private readonly policy: ChannelPolicy,
    private readonly rooms: Rooms,
    private readonly presences: Presences,
    private readonly changes: ChangeFeed,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig,
  ) {}

  async join(connection: Connection, frame: Frame): Promise<void> {
    const before = connection.channels.get(frame.topic);
    if (before) this.close(before);
    let channel: Channel | undefined;
    try {
      const { config, access_token } = this.requested(connection, frame);
      const token = usable(access_token);
      const claims = token ? await this.credentials.ofToken(token) : await this.credentials.current(connection.claims);
      const room = this.policy.room(frame.topic.slice(TOPIC_PREFIX.length), config.private, claims);
      channel = new Channel(connection, frame.topic, frame.joinRef ?? frame.ref, config, room, claims, token);
      this.checkRead(channel);
      const bindings = await this.changes.bind(channel, config.postgres_changes ?? []);
      if (!connection.open) return channel.ended();
      connection.channels.set(frame.topic, channel);
      const present = config.presence.enabled ? this.presences.state(channel.room) : null;
      this.rooms.enter(channel);
      connection.reply({ ...frame, joinRef: channel.joinRef }, "ok", { postgres_changes: bindings });
      if (present) channel.pushJson("presence_state", present);
      if (bindings.length) channel.system("ok", "Subscribed to PostgreSQL", "postgres_changes");
      await this.recheck(channel);
    } catch (error) {
      channel?.ended();
      if (!(error instanceof Refused)) throw error;
      connection.reply(frame, "error", { reason: error.message });
    }
  }

  private requested(
    connection: Connection,
    { topic, payload }: Frame,
  ): { config: JoinConfig; access_token?: string | null } {
    if (!topic.startsWith(TOPIC_PREFIX) || topic.length === TOPIC_PREFIX.length)
      throw new Refused(404, "unmatched topic");
    if (connection.channels.size >= this.config.maxChannels)
      throw new Refused(
        429,
        `ChannelRateLimitReached: Too many channels, at most ${this.config.maxChannels} on one connection`,
      );
    const join = Join.safeParse(payload ?? {});
    if (join.success) return join.data;
    const { path, message } = join.error.issues[0]!;
    throw new Refused(400, `InvalidJoin: ${path.join(".")}: ${message}`);
  }

  /** Its session may have ended while the channel was not yet among those that `dismissEnded` looks at. */
  private async recheck(channel: Channel): Promise<void> {
    const refused = await this.credentials.current(channel.claims).then(
      () => null,
      (error) => error,
    );
    if (refused instanceof Refused && refused.status === 401 && channel.joined) this.dismiss(channel, refused.message);
  }

  /** @throws Refused when a private channel is not for this token */
  private checkRead({ config, claims, name }: Channel): void {
    if (config.private && !this.policy.mayRead(name, claims))
      throw new Refused(403, `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`);
  }

  mayWrite(channel: Channel): boolean {
    channel.mayWrite ??= !channel.config.private || this.policy.mayWrite(channel.name, channel.claims);
    return channel.mayWrite;
  }

  /** A new access token: checked as the first one was. A member that may not stay learns why and is removed. */
  async renew(channel: Channel, given: unknown): Promise<void> {
    const token = usable(given);
    if (!token || token === channel.token) return;
    try {
      const claims = await this.credentials.ofToken(token);
      const before = channel.claims;
      const another = (["sub", "role", "administrator"] as const).some((claim) => claims[claim] !== before[claim]);
      if (this.policy.room(channel.name, channel.config.private, claims) !== channel.room)
        throw new Refused(403, `Unauthorized: The new token is another person's on the Channel topic: ${channel.name}`);
      channel.token = token;
      channel.claims = claims;
      channel.mayWrite = null;
      this.checkRead(channel);
      if (another) await this.changes.rebind(channel);
      await this.recheck(channel);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Keys that cannot be had for a moment take nobody's channel: the token they joined with still counts.
      if (error.status !== 503) this.dismiss(channel, error.message);
    }
  }

  /** Lets go of channels whose token has expired. */
  dismissExpired(connection: Connection): void {
    const now = this.clock.now().getTime() / 1000;
    for (const channel of [...connection.channels.values()])
      if (channel.claims.exp !== null && channel.claims.exp <= now)
        this.dismiss(channel, "InvalidJWTToken: Token has expired");
  }

  /** Lets go of channels whose token has ended before its time. */
  dismissEnded(connection: Connection, ended: EndedTokens): void {
    for (const channel of [...connection.channels.values()]) {
      const why = endOf(channel.claims, ended);
      if (why) this.dismiss(channel, why);
    }
  }

  /** Ends a channel against its client's will. */
  dismiss(channel: Channel, message: string): void {
    channel.system("error", message);
    this.close(channel);
  }

  /** The server's end of a channel, which the client learns of. */
  private close(channel: Channel): void {
    this.leave(channel);
    channel.push("phx_close", {});
  }

  leave(channel: Channel): void {
    if (!channel.joined) return;
    if (channel.connection.channels.get(channel.topic) === channel) channel.connection.channels.delete(channel.topic);
    this.rooms.leave(channel);
    this.presences.untrack(channel);
    channel.ended();
  }
}

/** Access tokens only: clients send their API key, or nothing, as well. */
const usable = (token: unknown): string | null =>
  typeof token === "string" && token !== "" && !token.startsWith("sb_") ? token : null;
