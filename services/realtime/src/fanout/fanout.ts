import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from "@nestjs/common";
import { CONFIG, type KitConfig } from "@tessera/service-kit";
import type { Broadcast } from "../broadcast/broadcast.ts";
import { Rooms } from "../channels/rooms.ts";
import { Presences } from "../presence/presences.ts";
import { Bus, type BusMessage } from "./bus.ts";

/** Ms between signs of life of a process, and of silence after which it counts as ended. */
const BEAT_MS = 5_000;
const SILENT_MS = 20_000;

interface BroadcastMessage extends BusMessage {
  room: string;
  event: string;
  json?: string;
  base64?: string;
  meta?: Record<string, unknown>;
}

/**
 * Carries broadcasts and presence to the clients of every process. On the embedded database this process is the only
 * one (its data folder is locked), so that nothing goes through the database.
 */
@Injectable()
export class Fanout implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly others = new Map<string, number>();
  private beat: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly kit: KitConfig,
    private readonly rooms: Rooms,
    private readonly presences: Presences,
    private readonly bus: Bus,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.kit.embedded) return;
    await this.bus.open(
      (message, from) => this.received(message, from),
      () => this.greet(),
    );
    this.greet();
    this.beat = setInterval(() => {
      this.bus.publish({ kind: "beat" });
      this.forgetSilent(performance.now());
    }, BEAT_MS);
    this.beat.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.beat);
    this.bus.publish({ kind: "bye" });
    await this.bus.close();
  }

  /** @param except id of the channel that sent it and does not want it back */
  broadcast(room: string, broadcast: Broadcast, except: string | null): void {
    this.rooms.broadcast(room, broadcast, except);
    const { event, json, binary, meta } = broadcast;
    this.bus.publish({
      kind: "broadcast",
      room,
      event,
      json,
      base64: binary?.toString("base64"),
      meta,
    } satisfies BroadcastMessage);
  }

  private greet(): void {
    this.bus.publish({ kind: "hello" });
    this.presences.announce();
  }

  private received(message: BusMessage, from: string): void {
    this.others.set(from, performance.now());
    if (message.kind === "broadcast") {
      const { room, event, json, base64, meta } = message as BroadcastMessage;
      this.rooms.broadcast(
        room,
        { event, json, binary: base64 === undefined ? undefined : Buffer.from(base64, "base64"), meta },
        null,
      );
    } else if (message.kind === "presence") this.presences.received(message);
    else if (message.kind === "hello") this.presences.announce();
    else if (message.kind === "bye") this.ended(from);
  }

  private forgetSilent(now: number): void {
    for (const [process, at] of this.others) if (now - at > SILENT_MS) this.ended(process);
  }

  private ended(process: string): void {
    this.others.delete(process);
    this.presences.processEnded(process);
  }
}
