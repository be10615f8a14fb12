import { createHash } from "node:crypto";
import { MAX_FILE_NAME_LENGTH, MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import type { Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { BEGINNING, mediaTypeOf } from "../../files/media-type.ts";
import { hashed } from "../../items/draft.ts";
import { checkData } from "../../items/item-input.ts";
import { normaliseTags } from "../../text/tags.ts";
import type { TypeRegistry } from "../../types/registry.ts";
import { type Entry, refused } from "../entry.ts";
import type { ArchiveEntry, NoteEntry, Surveyed } from "./read-archive.ts";

/**
 * What an archive of Markdown becomes: its texts are notes, its other files are cards of their own, and links between
 * them are mentions. The same file again is the card that is there, so a second import makes nothing twice.
 */
export class ArchiveCards {
  constructor(
    private readonly database: Database,
    private readonly registry: TypeRegistry,
    private readonly session: { id: string; user_id: string },
  ) {}

  /** Of the card that a file of this import becomes: the same however often the import is begun. */
  idOf(key: string, path = ""): string {
    const hex = createHash("sha256").update(`${this.session.id}\0${key}\0${path}`).digest("hex");
    // RFC 9562, section 5.8: version 8 is made by a rule of one's own.
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `8${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join("-");
  }

  /** Of the cards of all files of an archive: those that are there already, else new ones. */
  async idsOf(key: string, listed: readonly Surveyed[]): Promise<string[]> {
    const identities = listed.map(identityOf);
    const { rows } = await this.database.as({ userId: this.session.user_id }, (tx) =>
      tx.execute<{ id: string; identity: string }>(sql`select id, identity from items.item
        where user_id = ${this.session.user_id} and identity = any(${sql.param(identities)}::text[])`),
    );
    const known = new Map(rows.map(({ id, identity }) => [identity, id]));
    return listed.map(({ path }, at) => {
      const identity = identities[at]!;
      const id = known.get(identity) ?? this.idOf(key, path);
      known.set(identity, id);
      return id;
    });
  }

  entryOf(
    entry: ArchiveEntry,
    blobs: readonly Uint8Array[],
    listed: readonly Surveyed[],
    ids: readonly string[],
    at: number,
  ): Entry {
    const folder = folderOf(entry.path, listed);
    const identity = identityOf(listed[at]!);
    if (!("blob" in entry)) return this.noteEntry(entry, ids[at]!, identity, folder);
    const content = blobs[entry.blob]!;
    const name = (entry.path.split("/").at(-1) ?? "").slice(-MAX_FILE_NAME_LENGTH).toWellFormed();
    const mediaType = mediaTypeOf(Buffer.from(content.subarray(0, BEGINNING)));
    const taken = this.registry.accepting({ text: "", file: { name, mediaType, bytes: content.length } });
    if (!taken) return refused(entry.path, "No type of cards takes this file");
    const { plugin, share } = taken;
    return {
      draft: {
        type: plugin.definition.type,
        title: "",
        body: share.item.body ?? "",
        data: checkData(plugin, { ...plugin.definition.defaultData, ...share.item.data }),
        ...{ tags: [], status: "later", sourceUrl: null, createdAt: null, isProcessed: true },
        ...{ identity, folder, id: ids[at]! },
      },
      files: [{ name, mediaType, content }],
    };
  }

  noteEntry(entry: NoteEntry, id: string, identity: string | null, folder: string): Entry {
    if ("refused" in entry) return refused(entry.path, entry.refused);
    const { title, body, tags, createdAt } = entry.note;
    return {
      draft: {
        ...{ type: "note", title, body, data: {}, tags: normaliseTags(tags).slice(0, MAX_TAGS) },
        ...{ status: "later", sourceUrl: null, createdAt: createdAt === null ? null : new Date(createdAt) },
        ...{ identity, folder, id },
      },
    };
  }
}

/** As a file that was brought in by itself has it, so that one is the other again. */
export const identityOf = ({ isNote, sha256 }: Pick<Surveyed, "isNote" | "sha256">): string =>
  hashed(`${isNote ? "import" : "bytes"}:${sha256}`);

/** The folders of a file; one that holds the whole archive says nothing. */
function folderOf(path: string, listed: readonly Surveyed[]): string {
  const folders = path.split("/").slice(0, -1);
  const [top] = folders;
  return (top && listed.every((file) => file.path.startsWith(`${top}/`)) ? folders.slice(1) : folders).join("/");
}
