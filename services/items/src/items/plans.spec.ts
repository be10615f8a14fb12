import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Reader } from "../search/highlight.ts";
import { type ItemsWorld, startItems } from "../testing/items-world.ts";
import { TypeRegistry } from "../types/registry.ts";
import { type ListQuery, listItems } from "./list-items.ts";

/** Cards of the person: so many that sorting all of them is worse than reading an index in its order. */
const MANY = 5_000;
const LIMIT = 50;
const userId = randomUUID();

interface PlanNode {
  "Node Type": string;
  "Parent Relationship"?: string;
  "Index Name"?: string;
  Filter?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: PlanNode[];
}

let world: ItemsWorld;
beforeAll(async () => {
  world = await startItems();
  await world.database.system(async (tx) => {
    await tx.execute(sql`insert into items.item
        (id, user_id, type, title, title_key, title_source, body, status, unread, source, created_at, updated_at, search)
      select gen_random_uuid(), ${userId}, case when n % 4 = 0 then 'task' else 'note' end, 'Card ' || n, 'card ' || n,
        'person', 'harbour', case when n % 3 = 0 then 'inbox' else 'later' end, true, 'capture',
        '2026-01-01'::timestamptz + make_interval(mins => n), '2026-01-01', setweight(items.lexemes('harbour'), 'A')
      from generate_series(1, ${MANY}::int) as n`);
  });
  await world.database.pool.query("analyze items.item");
});
afterAll(() => world.stop());

/** Reads as the person does, and keeps how each statement was carried out. */
function watched() {
  const plans: PlanNode[] = [];
  const database = world.database.of("items");
  const reader: Reader = {
    execute: async (statement) => {
      const explain = sql`explain (analyze, timing off, costs off, format json) ${statement}`;
      const { rows } = await database.read<{ "QUERY PLAN": { Plan: PlanNode }[] }>({ userId }, explain);
      plans.push(...rows[0]!["QUERY PLAN"].map(({ Plan }) => Plan));
      return database.read({ userId }, statement);
    },
  };
  return { reader, plans };
}

/** What the rows of the page come through, one node after the other. */
const path = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).filter((below) => below["Parent Relationship"] === "Outer").flatMap(path),
];

async function planOf(query: Partial<ListQuery>): Promise<PlanNode> {
  const { reader, plans } = watched();
  const asked: ListQuery = {
    ...{
      types: null,
      status: null,
      snoozed: null,
      unread: false,
      sort: "created",
      order: "desc",
      languages: [],
      limit: LIMIT,
    },
    ...query,
  };
  const registry = world.application.nest.get(TypeRegistry, { strict: false });
  const page = await listItems(reader, registry, userId, asked, new Date());
  expect(page.items).toHaveLength(LIMIT);
  return plans[0]!;
}

describe("a list of a person's own", () => {
  it.each<[string, Partial<ListQuery>, string]>([
    ["of all cards", {}, "item_created"],
    ["of the inbox", { status: "inbox", snoozed: "out" }, "item_status_created"],
    ["of one type", { types: ["task"] }, "item_type_created"],
    ["of what is unread", { unread: true }, "item_unread"],
    ["by title", { sort: "title", order: "asc" }, "item_title"],
  ])("%s is read in the order of its index, as far as the page goes", async (_, query, index) => {
    const nodes = path(await planOf(query));
    expect(nodes.at(-1)).toMatchObject({ "Node Type": "Index Scan", "Index Name": index, "Actual Rows": LIMIT + 1 });
    expect(nodes.filter((node) => node["Node Type"].includes("Sort"))).toEqual([]);
  });

  it("asks once for the limits of an API token, and reads whose it is once", async () => {
    const plan = await planOf({});
    const asked = (plan.Plans ?? []).filter((node) => node["Node Type"] === "Result" && !path(plan).includes(node));
    expect(asked.map((node) => [node["Parent Relationship"], node["Actual Loops"]])).toEqual([
      ["InitPlan", 1],
      ["InitPlan", 0],
    ]);
    expect(JSON.stringify(path(plan).at(-1)!.Filter)).not.toContain("current_setting");
  });
});
