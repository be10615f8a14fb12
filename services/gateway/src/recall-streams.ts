import { Injectable } from "@nestjs/common";
import { ReleaseRegistry } from "@tessera/federation/registry.ts";
import { networkOf, sendEvents } from "@tessera/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Open pages that one process tells of recalls, and those of one address; others poll, as every page does besides. */
const MAX_STREAMS = 20_000;
const MAX_STREAMS_PER_ADDRESS = 200;

/** Tells open pages, whether anybody is signed in there or not, which releases were withdrawn. */
@Injectable()
export class RecallStreams {
  private readonly open = new Map<string, number>();
  private all = 0;

  constructor(private readonly registry: ReleaseRegistry) {}

  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const address = networkOf(request.ip);
    return sendEvents(reply, (_lastEventId, signal) => {
      const here = this.open.get(address) ?? 0;
      if (this.all >= MAX_STREAMS || here >= MAX_STREAMS_PER_ADDRESS) return null;
      this.count(address, 1);
      signal.addEventListener("abort", () => this.count(address, -1), { once: true });
      return this.events(signal);
    });
  }

  private async *events(signal: AbortSignal) {
    for await (const data of this.registry.recalls(signal)) yield { data };
  }

  private count(address: string, change: 1 | -1): void {
    this.all += change;
    const here = (this.open.get(address) ?? 0) + change;
    if (here) this.open.set(address, here);
    else this.open.delete(address);
  }
}
