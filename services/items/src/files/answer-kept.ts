import { StreamableFile } from "@nestjs/common";
import { type FileStore, problem } from "@tessera/service-kit";
import type { FastifyReply } from "fastify";
import { readOrRefuse } from "../items/read-or-refuse.ts";

/** What is kept with a card beside its files, and never changes: another one has another address. */
export interface KeptFile {
  mediaType: string;
  bytes: number | string;
  key: string;
}

/**
 * Answers it, to be shown by a page of ours and by nothing else: it has no power of our origin, even where a browser
 * opens it as a page.
 * @param policy what it may do, as a content security policy
 * @throws `gone` as an answer when there is none, or its bytes are not there any more
 */
export async function answerKept(
  files: FileStore,
  reply: FastifyReply,
  kept: KeptFile | null,
  { gone, policy }: { gone: Parameters<typeof problem>[0]; policy: string },
): Promise<StreamableFile> {
  if (!kept) throw problem(gone);
  const content = await readOrRefuse(files, kept.key, gone);
  reply.headers({
    "content-security-policy": policy,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    // Another session, so another person, is never answered from a browser's cache.
    "cache-control": "private, max-age=3600, immutable",
    vary: "authorization",
  });
  return new StreamableFile(content, { type: kept.mediaType, disposition: "inline", length: Number(kept.bytes) });
}
