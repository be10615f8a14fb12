import { randomUUID } from "node:crypto";
import type { Claims } from "../access/credentials.ts";
import type { Connection } from "../connection/connection.ts";
import { encodeFrame, encodeJson } from "../protocol/frame.ts";
import type { JoinConfig } from "./join-config.ts";

/** Prefix of every topic on the wire. */
export const TOPIC_PREFIX = "realtime:";

/** One client's membership of one channel. */
export class Channel {
  readonly id = randomUUID();
  readonly presenceKey: string;
  /** Whether the policy lets it write; null until asked. */
  mayWrite: boolean | null = null;
  joined = true;
  /** Give back what the channel holds: its subscriptions to changes. */
  private readonly held: (() => void)[] = [];

  constructor(
    readonly connection: Connection,
    readonly topic: string,
    readonly joinRef: string | null,
    readonly config: JoinConfig,
    /** Whose messages reach each other (channel-policy.ts). */
    readonly room: string,
    public claims: Claims,
    public token: string | null,
  ) {
    this.presenceKey = config.presence.key || randomUUID();
  }

  /** The topic without its prefix. */
  get name(): string {
    return this.topic.slice(TOPIC_PREFIX.length);
  }

  push(event: string, payload: object): void {
    this.pushJson(event, JSON.stringify(payload));
  }
  /** @param payload JSON of an object */
  pushJson(event: string, payload: string): void {
    const { version } = this.connection;
    const sent = this.connection.send(
      encodeJson(version, { joinRef: this.joinRef, ref: null, topic: this.topic, event }, payload),
    );
    if (!sent)
      this.system("error", `A message of the event ${event} is larger than a connection may hold and was not sent`);
  }

  system(status: "ok" | "error", message: string, extension = "system"): void {
    this.connection.send(this.systemText(status, message, extension));
  }

  systemText(status: "ok" | "error", message: string, extension = "system"): string {
    const payload = { extension, status, message, channel: this.name };
    return encodeFrame(this.connection.version, {
      joinRef: this.joinRef,
      ref: null,
      topic: this.topic,
      event: "system",
      payload,
    });
  }

  hold(giveBack: () => void): void {
    if (this.joined) this.held.push(giveBack);
    else giveBack();
  }

  release(): void {
    for (const giveBack of this.held.splice(0)) giveBack();
  }

  ended(): void {
    this.joined = false;
    this.release();
  }
}
