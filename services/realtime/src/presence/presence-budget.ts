import { Inject, Injectable } from "@nestjs/common";
import type { Channel } from "../channels/channel.ts";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";

/** Bytes of presence by whom they are kept for; those of other processes count in their room alone. */
@Injectable()
export class PresenceBudget {
  private readonly rooms = new Map<string, number>();
  private readonly connections = new Map<object, number>();
  private readonly networks = new Map<string, number>();
  constructor(@Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig) {}

  /** Why a channel may not have `more` bytes, of which it gives `back` some; null when it may. */
  refusal({ room, connection }: Channel, more: number, back: number): string | null {
    const { room: perRoom, connection: perConnection, address } = this.config.maxPresenceBytes;
    const over = (used: Map<unknown, number>, key: unknown, limit: number) =>
      (used.get(key) ?? 0) - back + more > limit;
    if (over(this.rooms, room, perRoom)) return "the channel has as many presences as it can take";
    if (over(this.connections, connection, perConnection))
      return `what one connection tracks must be at most ${perConnection} bytes`;
    if (over(this.networks, connection.network, address)) return "your address tracks as much as it may";
    return null;
  }

  takeRoom(room: string, bytes: number): void {
    add(this.rooms, room, bytes);
  }

  /** @param bytes less than 0 to give them back */
  take({ connection }: Channel, bytes: number): void {
    add(this.connections, connection, bytes);
    add(this.networks, connection.network, bytes);
  }
}

function add<K>(used: Map<K, number>, key: K, bytes: number): void {
  const now = (used.get(key) ?? 0) + bytes;
  if (now > 0) used.set(key, now);
  else used.delete(key);
}
