import type { releasesClient } from "@tessera/contracts-releases/client.ts";
import { ANNOUNCED_EVERY_SECONDS, type ServiceAnnouncement } from "@tessera/contracts-releases/releases.ts";
import type { Log } from "../log.ts";

/** Ms until the product has to have answered. */
const ANSWER_TIMEOUT_MS = 5_000;

/** Says to the product that this process runs a service, and where, for as long as it does. */
export class Announcement {
  private timer: NodeJS.Timeout | undefined;
  private saying: Promise<void> = Promise.resolve();
  /** Why the product did not take it the last time, null when it did; not known before the first time. */
  private refusal: string | null | undefined;

  constructor(
    private readonly api: Pick<ReturnType<typeof releasesClient>, "announce" | "endProcess">,
    private readonly app: string,
    private readonly service: ServiceAnnouncement,
    private readonly log: Log,
    /** Called when the product takes it, or says why not, and did not before. */
    private readonly changed: (refusal: string | null) => void = () => undefined,
  ) {}

  /** Says it once, and from then on every few seconds. A product that refuses or is away is asked again. */
  async start(): Promise<void> {
    const say = () => {
      this.saying = this.say();
    };
    say();
    this.timer = setInterval(say, ANNOUNCED_EVERY_SECONDS * 1000);
    await this.saying;
  }

  /** Nothing is sent to this process from now on. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.saying;
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    // A product that is away learns the same from this process's silence.
    await this.api
      .endProcess(this.app, this.service.origin, { signal })
      .catch((error) => this.log.warn({ err: error }, "The product could not be told that this process ends"));
  }

  private async say(): Promise<void> {
    const before = this.refusal;
    try {
      await this.api.announce(this.app, this.service, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
      this.refusal = null;
    } catch (error) {
      this.refusal = error instanceof Error ? error.message : String(error);
      if (this.refusal !== before) this.log.error({ err: error }, "The product does not send requests here");
    }
    if (this.refusal !== before) this.changed(this.refusal);
  }
}
