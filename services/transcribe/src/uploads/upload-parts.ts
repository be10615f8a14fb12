import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { uploadElsewhere } from "@tessera/contracts-transcribe/problems.ts";
import { type Caller, type Clock, type Database, type FileStore, problem } from "@tessera/service-kit";
import { DataStore, Upload } from "@tus/server";
import { sql } from "drizzle-orm";
import { nameOf } from "../recordings/keep-upload.ts";
import { expiryOf, partsFolder, storePart, storeUpload, type UploadRow, uploadOf } from "./upload.store.ts";

/** Bytes of a request that are held in memory before they are written. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * The uploads of one person as the tus protocol wants to see them. Each part is a file of the product's file store, and
 * counts once its row says so: of two processes that take a part for the same place, one is refused.
 */
export class UploadParts extends DataStore {
  override extensions = ["creation", "expiration", "termination"];
  /** When the upload of this request is deleted unless it is finished. */
  expires: Date | null = null;

  constructor(
    private readonly parts: { database: Database; files: FileStore; clock: Clock },
    private readonly caller: Caller,
  ) {
    super();
  }

  override async create(upload: Upload): Promise<Upload> {
    const { database, clock } = this.parts;
    const row = {
      ...{ id: upload.id, user_id: this.caller.userId, bytes: upload.size! },
      ...{ file_name: nameOf(upload.metadata?.filename ?? ""), created_at: clock.now().toISOString() },
    };
    await database.as(this.caller, (tx) => storeUpload(tx, row));
    this.expires = expiryOf(row);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.row(id);
    this.expires = row.received < row.bytes ? expiryOf(row) : null;
    return new Upload({ id, size: row.bytes, offset: row.received, metadata: { filename: row.file_name } });
  }

  /** Keeps what arrives, also of a connection that is cut. @returns the new length of the upload */
  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const { files, database } = this.parts;
    const folder = partsFolder({ id, user_id: this.caller.userId });
    let from = offset;
    for await (const part of partsOf(content)) {
      const name = `${from}-${randomUUID()}`;
      await files.put(`${folder}/${name}`, part);
      const { length: bytes } = part;
      if (!(await database.as(this.caller, (tx) => storePart(tx, id, { name, from, bytes })))) {
        await files.delete(`${folder}/${name}`);
        throw problem(uploadElsewhere);
      }
      from += bytes;
    }
    return from;
  }

  override async remove(id: string): Promise<void> {
    const row = await this.row(id);
    await this.parts.files.deleteFolder(partsFolder(row));
    await this.parts.database.as(this.caller, (tx) => tx.execute(sql`delete from transcribe.upload where id = ${id}`));
  }

  /** 0: the product's clock decides, and not the package's. */
  override getExpiration(): number {
    return 0;
  }

  private row(id: string): Promise<UploadRow> {
    return this.parts.database.as(this.caller, (tx) => uploadOf(tx, id, this.parts.clock.now()));
  }
}

/** Pieces to store; of a connection that is cut also the last one, before its error. */
export async function* partsOf(content: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  const taken = () => {
    const part = Buffer.concat(held);
    [held, bytes] = [[], 0];
    return part;
  };
  let cut: { error: unknown } | null = null;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      held.push(chunk);
      bytes += chunk.length;
      if (bytes >= PART_BYTES) yield taken();
    }
  } catch (error) {
    cut = { error };
  }
  if (bytes) yield taken();
  if (cut) throw cut.error;
}
