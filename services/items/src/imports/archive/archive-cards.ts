import { createHash } from "node:crypto";
import { MAX_TAGS } from "@tessera/contracts-items/limits.ts";
import { escapeMarkdown, replaceReferences } from "@tessera/contracts-items/references.ts";
import type { Database } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { withoutQuoteLead } from "../../export/quote-lead.ts";
import { fileName } from "../../files/file-name.ts";
import { BEGINNING, mediaTypeOf } from "../../files/media-type.ts";
import { carried } from "../../items/assignees.ts";
import { hashed } from "../../items/draft.ts";
import { checkData } from "../../items/item-input.ts";
import { cleanText } from "../../text/clean.ts";
import { normaliseTags } from "../../text/tags.ts";
import type { TypeRegistry } from "../../types/registry.ts";
import { type Entry, refused } from "../entry.ts";
import type { ArchiveEntry, NoteEntry, Surveyed } from "./read-archive.ts";

/**
 * Fields that the server alone writes and an export may bring back, by type (revive.ts makes them safe). Others are
 * found out again from the card's file or address.
 */
const REVIVED: Record<string, readonly string[]> = {
  mail: ["messageId", "from", "to", "cc", "date", "html", "warnings"],
  bookmark: ["readableHtml", "wordCount", "pageTitle", "picturesNotKept", "pageNotKept"],
};
/** Entries that are looked up at once. */
const LOOKED_UP = 10_000;
const COPY_LOST = "The export holds a copy of it that is damaged, or was changed since";

/**
 * What an archive of Markdown becomes: its texts are notes, its other files are cards of their own, and links between
 * them are mentions. The same file again is the card that is there, so a second import makes nothing twice.
 */
export class ArchiveCards {
  /** Of the archive that is read: what its cards are called here, and the folder that holds all of it. */
  private read: { of: readonly Surveyed[]; ids: ReadonlyMap<string, string>; top: string | null } | undefined;

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

  /**
   * Of the cards of all files of an archive: those that are there already, else new ones.
   * @returns `there`: places of those that the person's export wrote and that were never deleted
   */
  async idsOf(key: string, listed: readonly Surveyed[]): Promise<{ ids: string[]; there: Set<number> }> {
    const identities = listed.map(identityOf);
    const exported = listed.map(({ card }) => card?.id ?? null);
    const known = new Map<string, string>();
    const own = new Set<string>();
    for (let at = 0; at < listed.length; at += LOOKED_UP) {
      const [some, ids] = [identities, exported].map((all) => sql.param(all.slice(at, at + LOOKED_UP)));
      const { rows } = await this.database.as({ userId: this.session.user_id }, (tx) =>
        tx.execute<{ id: string; identity: string }>(sql`select id, identity from items.item
          where user_id = ${this.session.user_id}
            and (identity = any(${some}::text[]) or id = any(${ids}::uuid[]))`),
      );
      for (const { id, identity } of rows) {
        known.set(identity, id);
        own.add(id);
      }
    }
    const there = new Set(listed.flatMap(({ card }, at) => (card && own.has(card.id) ? [at] : [])));
    const ids = listed.map(({ path, card }, at) => {
      if (there.has(at)) return card!.id;
      const identity = identities[at]!;
      const id = known.get(identity) ?? this.idOf(key, path);
      known.set(identity, id);
      return id;
    });
    return { ids, there };
  }

  entryOf(
    entry: ArchiveEntry,
    blobs: readonly Uint8Array[],
    listed: readonly Surveyed[],
    ids: readonly string[],
    at: number,
  ): Entry {
    const folder = folderOf(entry.path, this.known(listed, ids).top);
    const identity = identityOf(listed[at]!);
    if ("card" in entry) return this.cardEntry(entry, blobs, listed, ids, at);
    if (!("blob" in entry)) return this.noteEntry(entry, ids[at]!, identity, folder);
    const content = blobs[entry.blob]!;
    const name = fileName(entry.path);
    const { mediaType, bytes } = shapeOf(content);
    const taken = this.registry.accepting({ text: "", file: { name, mediaType, bytes } });
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

  /** The card that an export of ours wrote, as it was; what the server found out of its file is found out again. */
  private cardEntry(
    { path, card, body, blob, ...read }: Extract<ArchiveEntry, { card: unknown }>,
    blobs: readonly Uint8Array[],
    listed: readonly Surveyed[],
    ids: readonly string[],
    at: number,
  ): Entry {
    const plugin = this.registry.find(card.type);
    if (!plugin) return refused(path, `There are no cards of the type “${card.type}” here`);
    const files = listed[at]!.card!.files.map((_, index) => {
      const content = blobs[blob + index]!;
      const { name = "file", mediaType = "" } = card.files[index] ?? {};
      return { name: fileName(name), mediaType, content };
    });
    const lost = card.files.length - files.length;
    if (lost) return refused(path, `${lost} of its ${card.files.length} files are not in the archive`);
    const copies = read.copies.map(({ fetchedAt, picturesLeftOut }, index) => ({
      ...{ id: this.idOf(`copy ${ids[at]}`, String(index)), fetchedAt: new Date(fetchedAt), picturesLeftOut },
      content: blobs[blob + files.length + index]!,
    }));
    const pictures = read.pictures.map((picture, index) => ({
      ...{ ...picture, id: this.idOf(`picture ${ids[at]}`, picture.id) },
      content: blobs[blob + files.length + copies.length + index]!,
    }));
    const [first] = files;
    const ofFile = first && plugin.handleShare({ text: "", file: { ...first, ...shapeOf(first.content) } });
    const revived = REVIVED[card.type] ?? [];
    const shown = new Map(read.pictures.map(({ id }, index) => [id, pictures[index]!.id]));
    const { readableHtml: html, icon } = card.data;
    const page = {
      ...(typeof html === "string" ? { readableHtml: withNewPictures(html, shown) } : {}),
      ...(shown.has(String(icon)) ? { icon: shown.get(String(icon)) } : {}),
      ...(copies[0] ? { pageKeptAt: copies[0].fetchedAt.toISOString() } : {}),
      ...(copies.length < card.copies.length ? { pageNotKept: COPY_LOST } : {}),
    };
    const own = Object.entries(card.data).filter(
      ([key]) => !plugin.serverFields.includes(key) || revived.includes(key),
    );
    const parsed = plugin.data.safeParse({
      ...plugin.definition.defaultData,
      ...ofFile?.item.data,
      ...carried(plugin, Object.fromEntries(own), (id) => this.newIdOf(id, listed, ids)),
      ...(card.type === "bookmark" ? page : {}),
    });
    if (!parsed.success) return refused(path, `Its data are not those of a card of the type “${card.type}”`);
    const parentId = this.known(listed, ids).ids.get(card.parentId ?? "") ?? null;
    const { type, title, status, sourceUrl, pinned, placed, language, unread, dueAt, titleSource } = card;
    const quote = plugin.getQuote({ type, title, body, data: parsed.data, tags: card.tags, sourceUrl });
    const text = withoutQuoteLead(body, quote);
    return {
      draft: {
        ...{
          type,
          title,
          body: text,
          status,
          sourceUrl,
          data: parsed.data,
          tags: normaliseTags(card.tags),
          id: ids[at]!,
        },
        ...{ createdAt: new Date(card.createdAt), identity: identityOf(listed[at]!), isProcessed: Boolean(ofFile) },
        restored: {
          ...{ pinned, placed, language, unread, dueAt, titleSource, parentId },
          earlier: card.earlier.map((one) => ({ ...one, body: this.mentioning(one.body, listed, ids) })),
        },
      },
      files,
      copies,
      pictures,
    };
  }

  /** An earlier text, whose mentions lead to the cards that come with it. */
  private mentioning(body: string, listed: readonly Surveyed[], ids: readonly string[]): string {
    return replaceReferences(
      cleanText(body),
      ({ id, title }) => `[${escapeMarkdown(title)}](/items/all/${this.newIdOf(id, listed, ids)})`,
    );
  }

  /** What a card that comes along is called here; others keep their id. */
  private newIdOf(id: string, listed: readonly Surveyed[], ids: readonly string[]): string {
    return this.known(listed, ids).ids.get(id) ?? id;
  }

  private known(listed: readonly Surveyed[], ids: readonly string[]) {
    if (this.read?.of !== listed) {
      const newIds = listed.flatMap(({ card }, at) => (card ? [[card.id, ids[at]!] as const] : []));
      this.read = { of: listed, ids: new Map(newIds), top: topOf(listed) };
    }
    return this.read;
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

/** The HTML of a readable copy with its pictures under their new ids. */
const withNewPictures = (html: string, ids: ReadonlyMap<string, string>): string =>
  html.replaceAll(
    /(<img data-picture=")([\da-f-]{36})"/g,
    (_, tag: string, id: string) => `${tag}${ids.get(id) ?? id}"`,
  );

/** What a file is by its bytes, whatever its name says. */
const shapeOf = (content: Uint8Array) => ({
  mediaType: mediaTypeOf(Buffer.from(content.subarray(0, BEGINNING))),
  bytes: content.length,
});

/** As a file that was brought in on its own has it, so that one is the other again. */
export const identityOf = ({ kind, sha256, card }: Pick<Surveyed, "kind" | "sha256" | "card">): string =>
  card?.identity ?? hashed(`${kind === "file" ? "bytes" : "import"}:${sha256}`);

/** The folder that holds the whole archive, which says nothing of its files. */
function topOf(listed: readonly Surveyed[]): string | null {
  const [top] = listed[0]?.path.split("/").slice(0, -1) ?? [];
  return top && listed.every(({ path }) => path.startsWith(`${top}/`)) ? top : null;
}

/** The folders of a file. */
function folderOf(path: string, top: string | null): string {
  const folders = path.split("/").slice(0, -1);
  return (top === null ? folders : folders.slice(1)).join("/");
}
