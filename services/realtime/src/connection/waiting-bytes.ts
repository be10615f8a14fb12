import { Inject, Injectable } from "@nestjs/common";
import { REALTIME_CONFIG, type RealtimeConfig } from "../config.ts";

/** What waits for the network over all connections, and over those of one address, in bytes. */
@Injectable()
export class WaitingBytes {
  private total = 0;
  private readonly byNetwork = new Map<string, number>();
  constructor(@Inject(REALTIME_CONFIG) private readonly config: RealtimeConfig) {}

  get bytes(): number {
    return this.total;
  }

  add(network: string, bytes: number): void {
    this.total += bytes;
    this.byNetwork.set(network, (this.byNetwork.get(network) ?? 0) + bytes);
  }

  sent(network: string, bytes: number): void {
    this.total -= bytes;
    const left = (this.byNetwork.get(network) ?? 0) - bytes;
    if (left > 0) this.byNetwork.set(network, left);
    else this.byNetwork.delete(network);
  }

  /** Whether those who read slowly have to go. */
  isOver(network: string): boolean {
    const { maxWaitingBytes, maxWaitingBytesPerAddress } = this.config;
    return this.total > maxWaitingBytes || (this.byNetwork.get(network) ?? 0) > maxWaitingBytesPerAddress;
  }
}
