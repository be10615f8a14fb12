import { Inject, Injectable, type OnModuleInit } from "@nestjs/common";
import { FileStore, Jobs, type Tx } from "@tessera/service-kit";

const QUEUE = "items.delete-files";
/** Keys handed over in one job. */
const BATCH = 500;

/**
 * Deletes files once the transaction that gave them up is committed: a file outlives its item, never the other way
 * round.
 */
@Injectable()
export class FileCleaner implements OnModuleInit {
  constructor(
    @Inject(Jobs) private readonly jobs: Jobs,
    private readonly files: FileStore,
  ) {}

  onModuleInit() {
    this.jobs.define<{ keys: string[] }>(QUEUE, { kind: "Deletion of files", retryLimit: 10 }, async ({ data }) => {
      for (const key of data.keys) await this.files.delete(key);
    });
  }

  async remove(tx: Tx, keys: string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += BATCH)
      await this.jobs.send(tx, QUEUE, { keys: keys.slice(at, at + BATCH) }, { hidden: true });
  }
}
