import { type Content, readersOf, type UntrustedReaders } from "@tessera/service-kit";
import type * as readers from "../readers.ts";
import type { ReadSegment } from "./bookmarks/raw-bookmarks.ts";
import type { ParsedMail } from "./mail/parse-mail.ts";

const reader = readersOf<typeof readers>("@tessera/service-items/readers");
const MB = 1024 * 1024;
/** A mail may be all that an import takes. */
const MAIL = reader("mail", { cpuMs: 10_000, maxInput: 65 * MB, maxOutput: 80 * MB });
const BOOKMARKS = reader("bookmarks", { cpuMs: 5_000, maxInput: 8 * MB, maxOutput: 16 * MB });

/** What an import reads foreign content with. */
export interface ContentReaders {
  mail(bytes: Buffer, mbox: boolean): Promise<Content<ParsedMail>>;
  bookmarks: ReadSegment;
}

export const contentReaders = (
  pool: UntrustedReaders,
  whose: { person: string; signal: AbortSignal },
): ContentReaders => ({
  mail: (bytes, mbox) => pool.read(MAIL, { value: { mbox }, blobs: [bytes] }, whose),
  bookmarks: async (segment) => (await pool.read(BOOKMARKS, { value: segment, blobs: [] }, whose)).value,
});
