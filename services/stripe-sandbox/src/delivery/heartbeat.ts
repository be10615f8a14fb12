import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from "@nestjs/common";
import { Log } from "@tessera/service-kit";
import { Sandbox } from "../sandbox.ts";
import { Deliveries } from "./deliveries.ts";

/**
 * Milliseconds between two looks at what time has brought about (renewals, retries, expiries) and at what waits to be
 * sent.
 */
const beat = 2000;

/** Lets time pass while nobody calls: subscriptions renew and undelivered events are sent again. */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly sandbox: Sandbox,
    private readonly deliveries: Deliveries,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => {
      this.beating = this.once().then(() => {
        if (!this.stopped) this.onApplicationBootstrap();
      });
    }, beat);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.beating;
  }

  private async once(): Promise<void> {
    try {
      await this.sandbox.unit(async () => {});
      await this.deliveries.deliverDue();
    } catch (error) {
      this.log.error({ err: error }, "payment sandbox: a beat failed");
    }
  }
}
