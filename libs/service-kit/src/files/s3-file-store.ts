import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { StartError } from "../database/start-error.ts";
import { counted } from "./counted.ts";
import { ABANDONED_AFTER_MS, type ByteRange, checkKey, FileNotFound, FileStore } from "./file-store.ts";
import type { S3Config } from "./files-config.ts";
import { codeOf, isMissing, isUnsupported, startSentence, unavailable } from "./s3-errors.ts";

/**
 * Bytes held in memory of an upload: one part, of which S3 takes 10,000 and wants 5 MiB at least. They double after so
 * many parts, up to 64 MiB: 290 GiB in all.
 */
const PART_BYTES = 8 * 1024 * 1024;
const SAME_PARTS = 2_500;
/** Ms to wait for a connection, and for the next byte of one. */
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
/**
 * Attempts at one request, with growing pauses. Storage closes connections that were idle; a process that was busy
 * meanwhile finds several of those in its pool, one an attempt.
 */
const MAX_ATTEMPTS = 5;
/** Keys that one request deletes: S3's limit. */
const MAX_DELETED = 1000;

/**
 * Files in a bucket of S3-compatible storage. An object appears when all of it has arrived: what fits into one part is
 * sent in one request, more as parts that are put together at the end.
 */
export class S3FileStore extends FileStore {
  readonly kind = "s3";
  private readonly client: S3Client;
  private readonly Bucket: string;

  private constructor(config: S3Config) {
    super();
    this.Bucket = config.bucket;
    this.client = new S3Client({
      region: config.region,
      // Of an address of one's own the bucket is a part of the path: buckets have no names in its DNS.
      ...(config.endpoint ? { endpoint: config.endpoint, forcePathStyle: true } : {}),
      credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      // Not every storage knows Amazon's newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: MAX_ATTEMPTS,
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    });
  }

  /** @throws StartError with what to do when the bucket cannot be reached */
  static async open(config: S3Config): Promise<S3FileStore> {
    const store = new S3FileStore(config);
    try {
      await store.client.send(new HeadBucketCommand({ Bucket: config.bucket }));
      return store;
    } catch (error) {
      store.close();
      throw new StartError(startSentence(config, error), { cause: error });
    }
  }

  async put(key: string, content: Readable | Buffer, { maxBytes }: { maxBytes?: number } = {}) {
    const Key = checkKey(key);
    const { through, result } = counted(maxBytes);
    const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
    await pipeline(source, through, (chunks: AsyncIterable<Buffer>) => this.upload(Key, partsOf(chunks)));
    return result();
  }

  async open(key: string, range?: ByteRange) {
    const Range = range && `bytes=${range.start}-${range.end ?? ""}`;
    const { Body, ContentLength, ContentRange } = await this.client
      .send(new GetObjectCommand({ Bucket: this.Bucket, Key: checkKey(key), Range }))
      .catch(missingIs(key));
    return { bytes: Number(ContentRange?.split("/")[1] ?? ContentLength), content: Body as Readable };
  }

  async delete(key: string) {
    await this.client.send(new DeleteObjectCommand({ Bucket: this.Bucket, Key: checkKey(key) })).catch(fail);
  }

  async deleteFolder(folder: string) {
    const keys: string[] = [];
    for await (const key of this.list(folder)) keys.push(key);
    for (let at = 0; at < keys.length; at += MAX_DELETED) {
      const Objects = keys.slice(at, at + MAX_DELETED).map((Key) => ({ Key }));
      const { Errors = [] } = await this.client
        .send(new DeleteObjectsCommand({ Bucket: this.Bucket, Delete: { Objects, Quiet: true } }))
        .catch(fail);
      if (Errors.length) throw unavailable(new Error(`${Errors.length} files were not deleted: ${Errors[0]!.Code}`));
    }
  }

  async exists(key: string) {
    try {
      await this.client.send(new HeadObjectCommand({ Bucket: this.Bucket, Key: checkKey(key) }));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw unavailable(error);
    }
  }

  async *list(folder: string) {
    const pages = paginateListObjectsV2(
      { client: this.client },
      { Bucket: this.Bucket, Prefix: `${checkKey(folder)}/` },
    );
    try {
      for await (const { Contents = [] } of pages) for (const { Key } of Contents) yield Key!;
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Storage that cannot list uploads in progress removes them by rules of its own. */
  async sweep(now: Date): Promise<void> {
    try {
      let next: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
      while (next) {
        const page: ListMultipartUploadsCommandOutput = await this.client.send(
          new ListMultipartUploadsCommand({ Bucket: this.Bucket, ...next }),
        );
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if (now.getTime() - (Initiated?.getTime() ?? 0) > ABANDONED_AFTER_MS) await this.abort(Key!, UploadId!);
        next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
      }
    } catch (error) {
      if (!isUnsupported(error)) throw unavailable(error);
    }
  }

  override close(): void {
    this.client.destroy();
  }

  private async upload(Key: string, parts: AsyncGenerator<Buffer>): Promise<void> {
    const first = (await parts.next()).value ?? Buffer.alloc(0);
    const second = await parts.next();
    if (second.done)
      return void (await this.client.send(new PutObjectCommand({ Bucket: this.Bucket, Key, Body: first })).catch(fail));
    const { UploadId } = await this.client
      .send(new CreateMultipartUploadCommand({ Bucket: this.Bucket, Key }))
      .catch(fail);
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
      const send = async (Body: Buffer) => {
        const PartNumber = Parts.length + 1;
        const part = new UploadPartCommand({ Bucket: this.Bucket, Key, UploadId, PartNumber, Body });
        Parts.push({ PartNumber, ETag: (await this.client.send(part).catch(fail)).ETag });
      };
      await send(first);
      await send(second.value);
      for await (const part of parts) await send(part);
      const complete = { Bucket: this.Bucket, Key, UploadId, MultipartUpload: { Parts } };
      await this.client.send(new CompleteMultipartUploadCommand(complete)).catch(fail);
    } catch (error) {
      await this.abort(Key, UploadId!).catch(() => undefined); // the sweep does it later
      throw error;
    }
  }

  private async abort(Key: string, UploadId: string): Promise<void> {
    await this.client.send(new AbortMultipartUploadCommand({ Bucket: this.Bucket, Key, UploadId }));
  }
}

/** Pieces of PART_BYTES and more, the last one smaller; none when there is no content. */
async function* partsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let [bytes, parts, size] = [0, 0, PART_BYTES];
  for await (const chunk of chunks) {
    held.push(chunk);
    bytes += chunk.length;
    while (bytes >= size) {
      const all = Buffer.concat(held);
      yield all.subarray(0, size);
      held = [all.subarray(size)];
      bytes -= size;
      parts += 1;
      if (parts % SAME_PARTS === 0) size *= 2;
    }
  }
  if (bytes) yield Buffer.concat(held);
}

function fail(error: unknown): never {
  throw unavailable(error);
}

const missingIs =
  (key: string) =>
  (error: unknown): never => {
    throw isMissing(error) || codeOf(error) === "InvalidRange" ? new FileNotFound(key) : unavailable(error);
  };
