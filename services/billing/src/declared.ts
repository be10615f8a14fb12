import { type Contributions, Log } from "@tessera/service-kit";
import type { z } from "zod";

/** What areas declare under one name, whichever process declares it and when. The first of a name counts. */
export class Declared<Entry extends { name: string }> {
  private entries: readonly Entry[] = [];
  private following: { close(): Promise<void> } | undefined;
  private reading: Promise<void> = Promise.resolve();

  /** @param what the entries are, for the log: "meter" */
  constructor(
    private readonly contributions: Contributions,
    private readonly log: Log,
    private readonly name: string,
    private readonly schema: z.ZodType<Entry>,
    private readonly what: string,
  ) {}

  /** Reads the declarations, and again each time that they change. */
  async follow(): Promise<void> {
    this.following = await this.contributions.follow(() => {
      this.reading = this.reading
        .then(() => this.read())
        .catch((error) => this.log.error({ err: error }, `The declared ${this.what}s could not be read`));
    });
    this.reading = this.reading.then(() => this.read());
    await this.reading;
  }

  async close(): Promise<void> {
    await this.following?.close();
    await this.reading;
  }

  all(): readonly Entry[] {
    return this.entries;
  }

  private async read(): Promise<void> {
    const lists = await this.contributions.of(this.name);
    const found = lists.flatMap(({ service, entries }) => entries.flatMap((entry) => this.parse(service, entry)));
    this.entries = found.filter(({ name }, index) => found.findIndex((one) => one.name === name) === index);
  }

  /** One wrong declaration concerns that entry alone. */
  private parse(service: string, entry: unknown): Entry[] {
    const parsed = this.schema.safeParse(entry);
    if (parsed.success) return [parsed.data];
    this.log.warn({ service, err: parsed.error }, `declared ${this.what} skipped: it is not a declaration`);
    return [];
  }
}
