import { randomUUID } from "node:crypto";
import { Injectable } from "@nestjs/common";
import type { Installation } from "@tessera/contracts-settings/settings.ts";
import { FileStore, Log } from "@tessera/service-kit";

/** Words for the failures that an administrator can do something about; paths are nobody's business here. */
const reasons: Record<string, string> = {
  ENOSPC: "No space is left where the server keeps files.",
  EDQUOT: "No space is left where the server keeps files.",
  EACCES: "The server may not write where it keeps files.",
  EPERM: "The server may not write where it keeps files.",
  EROFS: "The place where the server keeps files is read-only.",
};

/** Stores a small file, reads it and deletes it. */
@Injectable()
export class FileCheck {
  constructor(
    private readonly files: FileStore,
    private readonly log: Log,
  ) {}

  async run(): Promise<Installation["files"]> {
    const key = `settings/diagnostics/${randomUUID()}`;
    const started = performance.now();
    const answer = (reason: string | null) => ({
      kind: this.files.kind,
      ok: reason === null,
      ms: Math.round((performance.now() - started) * 10) / 10,
      reason,
    });
    try {
      await this.files.put(key, Buffer.from(key));
      const chunks: Buffer[] = [];
      for await (const chunk of await this.files.read(key)) chunks.push(chunk as Buffer);
      if (Buffer.concat(chunks).toString() !== key) return answer("A file came back changed.");
      return answer(null);
    } catch (error) {
      this.log.error({ err: error }, "diagnostics: files cannot be stored");
      return answer(
        reasons[(error as NodeJS.ErrnoException).code ?? ""] ?? "Storing a file failed; the server's log says more.",
      );
    } finally {
      await this.files.delete(key).catch(() => undefined);
    }
  }
}
