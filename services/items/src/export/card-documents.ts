import { escapeMarkdown, replaceReferences } from "@tessera/contracts-items/references.ts";
import { type DocumentTarget, type ExportedDocument, safeName, type WriteDocuments } from "@tessera/service-kit";
import { sql } from "drizzle-orm";
import { stringify } from "yaml";
import { iso } from "../items/item-row.ts";
import { type PluginLoader, TypeRegistry } from "../types/registry.ts";
import { CARD_FORMAT, type CardRecord } from "./card-record.ts";
import { quoteLead } from "./quote-lead.ts";

interface Row extends Record<string, unknown> {
  id: string;
  type: string;
  title: string;
  title_source: CardRecord["titleSource"];
  body: string;
  status: CardRecord["status"];
  tags: string[];
  pinned: boolean;
  unread: boolean;
  due_at: string | null;
  placed: string | null;
  /** Where a person said it. */
  language: string | null;
  created_at: string;
  source_url: string | null;
  identity: string | null;
  parent_id: string | null;
  data: Record<string, unknown>;
  long: Record<string, unknown> | null;
  files: { name: string; mediaType: string; key: string }[] | null;
  copies: { name: string; fetchedAt: string; picturesLeftOut: number; key: string }[] | null;
  pictures: (Omit<CardRecord["pictures"][number], "path"> & { key: string })[] | null;
  has_earlier: boolean;
}

/** Cards that are read at once. */
const BATCH = 50;

/**
 * Every card as two files: its text as Markdown, which other apps read, and all the rest as JSON. Those in the trash
 * are in a folder of their own. Mentions are links between the files. An import of them makes the same cards
 * (imports/archive).
 */
export const cardDocuments = (types: PluginLoader[]): WriteDocuments =>
  async function* (target) {
    // The service said already which types it had to leave out.
    const registry = await TypeRegistry.load(types, { warn: () => undefined });
    const places = { names: await namesOf(target), pictures: await picturesOf(target) };
    for (let after = ""; ; ) {
      const rows = await readCards(target, after);
      for (const row of rows) {
        const earlier = row.has_earlier ? await earlierTexts(target, row.id) : [];
        yield* documentsOf(row, earlier, registry, places, target);
      }
      if (rows.length < BATCH) return;
      after = rows.at(-1)!.id;
    }
  };

/** Where each card's text stands, without its ending, by the card's id. */
async function namesOf({ database, userId }: DocumentTarget): Promise<Map<string, string>> {
  const { rows } = await database.system((tx) =>
    tx.execute<{ id: string; type: string; title: string; folder: string }>(
      sql`select id, type, title, case when status = 'trash' then 'trash' else 'cards' end as folder
        from items.item where user_id = ${userId}`,
    ),
  );
  return new Map(
    rows.map(({ id, type, title, folder }) => [id, `${folder}/${type}/${safeName(title)} ${id.slice(0, 8)}`]),
  );
}

/** Where the pictures of cards stand that are one, by the card's id. */
async function picturesOf({ database, userId, placeOf }: DocumentTarget): Promise<Map<string, string>> {
  const { rows } = await database.system((tx) =>
    tx.execute<{ id: string; key: string; name: string }>(sql`
      select i.id, a.file_key as key, a.name from items.item i join items.attachment a on a.item_id = i.id
      where i.user_id = ${userId} and i.attachment_count = 1 and a.media_type like 'image/%'`),
  );
  return new Map(rows.map(({ id, key, name }) => [id, placeOf(key, name)]));
}

interface Places {
  names: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, string>;
}

async function readCards({ database, userId }: DocumentTarget, after: string): Promise<Row[]> {
  const { rows } = await database.system((tx) =>
    tx.execute<Row>(sql`
      select i.id, i.type, i.title, i.title_source, i.body, i.status, i.tags, i.pinned, i.unread, i.due_at::text as due_at,
        i.placed::text as placed, case when i.language_set then i.language end as language,
        i.created_at::text as created_at, i.source_url, i.identity, i.parent_id, i.data,
        (select c.data from items.content c where c.item_id = i.id) as long,
        (select jsonb_agg(jsonb_build_object('name', a.name, 'mediaType', a.media_type, 'key', a.file_key) order by a.position)
          from items.attachment a where a.item_id = i.id) as files,
        (select jsonb_agg(jsonb_build_object('name', p.name, 'fetchedAt', p.fetched_at::text, 'key', p.file_key,
            'picturesLeftOut', p.pictures_left_out) order by p.fetched_at desc, p.id desc)
          from items.page_copy p where p.item_id = i.id) as copies,
        (select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'mediaType', p.media_type, 'key', p.file_key,
            'width', p.width, 'height', p.height) order by p.id)
          from items.picture p where p.item_id = i.id and p.media_type in ('image/jpeg', 'image/webp')) as pictures,
        exists (select from items.text_version v where v.item_id = i.id) as has_earlier
      from items.item i where i.user_id = ${userId}
        ${after ? sql`and i.id > ${after}` : sql``} order by i.id limit ${BATCH}`),
  );
  return rows;
}

/** Of one card at a time: all of it together may have five million characters. */
async function earlierTexts({ database }: DocumentTarget, id: string): Promise<CardRecord["earlier"]> {
  const { rows } = await database.system((tx) =>
    tx.execute<{ body: string; written_at: string; written_with: string | null; kept_at: string }>(sql`
      select body, written_at::text as written_at, written_with, kept_at::text as kept_at from items.text_version
      where item_id = ${id} order by text_version.kept_at desc, text_version.id desc`),
  );
  return rows.map(({ body, written_at, written_with, kept_at }) => ({
    ...{ body, writtenAt: iso(written_at), writtenWith: written_with, keptAt: iso(kept_at) },
  }));
}

function* documentsOf(
  row: Row,
  earlier: CardRecord["earlier"],
  registry: TypeRegistry,
  { names, pictures: wholeCards }: Places,
  { placeOf }: DocumentTarget,
): Generator<ExportedDocument> {
  const path = names.get(row.id);
  // Captured since the names were read: the next export has it.
  if (path === undefined) return;
  // Two folders up, from "cards/<type>/" or "trash/<type>/".
  const up = (place: string) => `../../${place}`;
  const files = (row.files ?? []).map(({ name, mediaType, key }) => ({
    name,
    mediaType,
    path: up(placeOf(key, name)),
  }));
  const copies = (row.copies ?? []).map(({ name, fetchedAt, picturesLeftOut, key }) => ({
    ...{ fetchedAt: iso(fetchedAt), picturesLeftOut, path: up(placeOf(key, name)) },
  }));
  const pictures = (row.pictures ?? []).map(({ key, ...picture }) => ({
    ...{ ...picture, path: up(placeOf(key, picture.name)) },
  }));
  const data = { ...row.data, ...row.long };
  // A type that nobody declares any more says nothing of a quote.
  const lead = quoteLead(registry.find(row.type)?.getQuote({ ...row, data, sourceUrl: row.source_url }) ?? "");
  const body = replaceReferences(row.body, ({ id, title, from }) => {
    const name = names.get(id);
    const place = (row.body[from - 1] === "!" && wholeCards.get(id)) || (name && `${name}.md`);
    return `[${escapeMarkdown(title)}](${place ? `<${up(place)}>` : `/items/all/${id}`})`;
  });
  const createdAt = new Date(row.created_at).toISOString();
  const head = stringify({ title: row.title, ...(row.tags.length ? { tags: row.tags } : {}), created: createdAt });
  yield { path: `${path}.md`, content: `---\n${head}---\n\n${lead}${body}\n` };
  const record: CardRecord = {
    ...{ format: CARD_FORMAT, version: 1, id: row.id, type: row.type, title: row.title },
    ...{ titleSource: row.title_source, status: row.status, tags: row.tags, pinned: row.pinned, unread: row.unread },
    dueAt: row.due_at && new Date(row.due_at).toISOString(),
    ...{ createdAt, placed: row.placed, language: row.language },
    ...{ sourceUrl: row.source_url, identity: row.identity, parentId: row.parent_id },
    data,
    earlier,
    files,
    copies,
    pictures,
  };
  yield { path: `${path}.json`, content: `${JSON.stringify(record, null, 2)}\n` };
}
