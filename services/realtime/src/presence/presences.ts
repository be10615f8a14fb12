import { randomBytes } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { Channel } from "../channels/channel.ts";
import { Rooms } from "../channels/rooms.ts";
import { Bus, type BusMessage } from "../fanout/bus.ts";
import { PresenceBudget } from "./presence-budget.ts";
import { bytesOf, type Presence, PresenceDiff, presenceJson } from "./presence-state.ts";

/** Ms in which changes of a room gather before they are sent: a thousand arrivals are a few messages, not a million. */
const GATHER_MS = 50;
/** Presences of one room. */
const MAX_IN_ROOM = 1_000;

/** A presence as processes tell each other of it. */
type SentPresence = Omit<Presence, "meta"> & { meta: Record<string, unknown> };
const asSent = (presence: Presence): SentPresence => ({ ...presence, meta: JSON.parse(presence.meta) });

/** Who is where, over all processes: each keeps its own clients' presences and a copy of the others'. */
@Injectable()
export class Presences {
  private readonly rooms = new Map<string, Map<string, Presence>>();
  /** Presence of each channel of this process, by the channel's id. */
  private readonly own = new Map<string, Presence>();
  private readonly diffs = new Map<string, PresenceDiff>();

  constructor(
    private readonly channels: Rooms,
    private readonly bus: Bus,
    private readonly budget: PresenceBudget,
  ) {}

  /** Who is there, as JSON, for somebody who enters now: what was not sent to the others yet is sent first. */
  state(room: string): string {
    this.flush(room);
    return presenceJson(this.rooms.get(room)?.values() ?? []);
  }

  /** Tracks, or changes what is tracked. @param meta JSON of an object @returns why not; null when it is done */
  track(channel: Channel, meta: string): string | null {
    const { room, presenceKey: key } = channel;
    const before = this.own.get(channel.id);
    if (!before && (this.rooms.get(room)?.size ?? 0) >= MAX_IN_ROOM)
      return "the channel has as many presences as it can take";
    const presence = { ref: randomBytes(9).toString("base64url"), key, meta, process: this.bus.process };
    const [bytes, back] = [bytesOf(presence), before ? bytesOf(before) : 0];
    const refusal = this.budget.refusal(channel, bytes, back);
    if (refusal) return refusal;
    this.budget.take(channel, bytes - back);
    this.own.set(channel.id, presence);
    if (before) this.remove(room, before);
    this.add(room, presence);
    this.bus.publish({ kind: "presence", room, joins: [asSent(presence)], leaves: before ? [before.ref] : [] });
    return null;
  }

  untrack(channel: Channel): void {
    const presence = this.own.get(channel.id);
    if (!presence) return;
    this.own.delete(channel.id);
    this.budget.take(channel, -bytesOf(presence));
    this.remove(channel.room, presence);
    this.bus.publish({ kind: "presence", room: channel.room, joins: [], leaves: [presence.ref] });
  }

  /** Tells the other processes all that is tracked here. */
  announce(): void {
    for (const [room, presences] of this.rooms) {
      const joins = [...presences.values()].filter((presence) => presence.process === this.bus.process);
      if (joins.length) this.bus.publish({ kind: "presence", room, joins: joins.map(asSent), leaves: [] });
    }
  }

  /** What another process tells. */
  received({ room, joins, leaves }: BusMessage & { room?: string; joins?: SentPresence[]; leaves?: string[] }): void {
    if (!room) return;
    const known = this.rooms.get(room);
    for (const ref of leaves ?? []) {
      const presence = known?.get(ref);
      if (presence) this.remove(room, presence);
    }
    for (const presence of joins ?? [])
      if (!this.rooms.get(room)?.has(presence.ref))
        this.add(room, { ...presence, meta: JSON.stringify(presence.meta) });
  }

  /** Forgets what a process tracked that has ended. */
  processEnded(process: string): void {
    for (const [room, presences] of this.rooms)
      for (const presence of [...presences.values()]) if (presence.process === process) this.remove(room, presence);
  }

  private add(room: string, presence: Presence): void {
    const presences = this.rooms.get(room) ?? new Map<string, Presence>();
    this.rooms.set(room, presences.set(presence.ref, presence));
    this.budget.takeRoom(room, bytesOf(presence));
    this.diff(room).joined(presence);
  }

  private remove(room: string, presence: Presence): void {
    const presences = this.rooms.get(room);
    if (!presences?.delete(presence.ref)) return;
    this.budget.takeRoom(room, -bytesOf(presence));
    if (presences.size === 0) this.rooms.delete(room);
    this.diff(room).left(presence);
  }

  private diff(room: string): PresenceDiff {
    let diff = this.diffs.get(room);
    if (!diff) {
      diff = new PresenceDiff();
      this.diffs.set(room, diff);
      setTimeout(() => this.flush(room), GATHER_MS).unref();
    }
    return diff;
  }

  private flush(room: string): void {
    const diff = this.diffs.get(room)?.json();
    this.diffs.delete(room);
    if (diff) this.channels.presence(room, diff);
  }
}
