import { randomUUID } from "node:crypto";

/** What the bare server sends for each route: the main statement of the product's own handler. */
export interface Statement {
  schema: "items" | "billing";
  text: string;
  values(person: string, request: { id?: string; q?: string; body?: Record<string, unknown> }): unknown[];
}

const SUMMARY = `i.id, i.type, i.parent_id, i.title, i.title_source, i.line, i.data, i.tags, i.status, i.pinned,
  i.unread, i.due_at, i.snooze_until, i.source, i.source_url, i.processing, i.attachment_count, i.created_at,
  i.updated_at, i.archived_at, i.version`;
const WHOLE = `${SUMMARY}, i.user_id, i.body, i.tag_keys, i.identity, i.due_entry, i.due_decided_at,
  i.due_decided_from, (select c.data from items.content c where c.item_id = i.id) as long`;
const VECTOR = (title: string, body: string) =>
  `setweight(items.lexemes(${title}), 'A') || setweight(items.lexemes(${body}), 'D')`;

export const statements: Record<"list" | "search" | "one" | "create" | "patch" | "check", Statement> = {
  list: {
    schema: "items",
    text: `select ${SUMMARY}, i.created_at::text as sort_key,
        (select sum(t.count)::int from items.tally t where t.user_id = $1 and t.status <> 'trash') as total
      from items.item i
      where i.user_id = $1 and i.status <> 'trash' order by i.created_at desc, i.id desc limit 51`,
    values: (person) => [person],
  },
  search: {
    schema: "items",
    text: `with found as materialized (select f.* from items.find_newest_matches(
        phraseto_tsquery('items.words', $1) && (phraseto_tsquery('items.words', $2)
          || to_tsquery('pg_catalog.simple', $3)), phraseto_tsquery('items.words', $1),
        to_tsquery('pg_catalog.simple', $3), null::text[], null, null, null, null, false, 500) f),
      page as (select i.*, i.rank as sort_key from found i order by i.rank desc, i.id desc limit 51)
      select ${SUMMARY}, p.sort_key, left(i.body, 4000) as text, (select count(*)::int from found) as total
      from page p join items.item i on i.id = p.id order by p.rank desc, p.id desc`,
    values: (_, { q = "" }) => {
      const [first = "", second = ""] = q.split(" ");
      return [first, second, `${second}:*`];
    },
  },
  one: {
    schema: "items",
    text: `select ${WHOLE} from items.item i where i.id = $1 and i.user_id = $2`,
    values: (person, { id }) => [id, person],
  },
  create: {
    schema: "items",
    text: `insert into items.item as i (id, user_id, type, title, title_key, title_source, body, line, status, unread,
        source, processing, created_at, updated_at, search)
      values ($1, $2, 'note', $3, $3, 'person', $4, $4, 'inbox', true, 'capture', '{}', now(), now(),
        ${VECTOR("$3::text", "$4::text")}) returning ${WHOLE}`,
    values: (person, { body }) => [randomUUID(), person, body!.title, body!.body],
  },
  patch: {
    schema: "items",
    text: `update items.item i set version = version + 1, updated_at = now(), title = $3, title_key = $3,
        title_source = 'person', search = ${VECTOR("$3::text", "body")} where id = $1 and user_id = $2
      returning ${WHOLE}`,
    values: (person, { id, body }) => [id, person, body!.title],
  },
  check: {
    schema: "billing",
    text: "select * from billing.account where user_id = $1 and provider = 'sandbox'",
    values: (person) => [person],
  },
};
