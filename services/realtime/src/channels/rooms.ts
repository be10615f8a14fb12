import { Injectable } from "@nestjs/common";
import { type Broadcast, textPayload } from "../broadcast/broadcast.ts";
import { encodeBroadcast } from "../protocol/binary-broadcast.ts";
import { encodeFrame, encodeJson } from "../protocol/frame.ts";
import { type Channel, TOPIC_PREFIX } from "./channel.ts";

/** Who of this process is on which channel, and sending to all of them with each message written once a version. */
@Injectable()
export class Rooms {
  private readonly members = new Map<string, Set<Channel>>();

  enter(channel: Channel): void {
    const room = this.members.get(channel.room);
    if (room) room.add(channel);
    else this.members.set(channel.room, new Set([channel]));
  }

  leave(channel: Channel): void {
    const room = this.members.get(channel.room);
    room?.delete(channel);
    if (room?.size === 0) this.members.delete(channel.room);
  }

  /** @param except id of the channel that sent it and does not want it back */
  broadcast(room: string, broadcast: Broadcast, except: string | null): void {
    const topic = topicOf(room);
    let bytes: Buffer | undefined;
    let text: Buffer | undefined;
    for (const channel of this.members.get(room) ?? []) {
      if (channel.id === except) continue;
      if (channel.connection.version === "2.0.0") {
        bytes ??= encodeBroadcast(topic, broadcast);
        channel.connection.send(bytes);
      } else if (!broadcast.binary) {
        const frame = { joinRef: null, ref: null, topic, event: "broadcast", payload: textPayload(broadcast) };
        text ??= Buffer.from(encodeFrame("1.0.0", frame));
        channel.connection.send(text, false);
      }
    }
  }

  /** Sends a change of presence, in JSON, to those who asked for presence; they share its bytes. */
  presence(room: string, diff: string): void {
    const texts = new Map<string, Buffer>();
    const frame = { joinRef: null, ref: null, topic: topicOf(room), event: "presence_diff" };
    for (const { connection, config } of this.members.get(room) ?? []) {
      if (!config.presence.enabled) continue;
      const text = texts.get(connection.version) ?? Buffer.from(encodeJson(connection.version, frame, diff));
      texts.set(connection.version, text);
      connection.send(text, false);
    }
  }
}

const topicOf = (room: string) => TOPIC_PREFIX + room.slice(room.indexOf(":") + 1);
