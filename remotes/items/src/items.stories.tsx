import { Item, ItemChildren, ItemPage, ItemTypeInfo } from "@tessera/contracts-items/items.ts";
import { MailIn } from "@tessera/contracts-items/mail-in.ts";
import { CardMentions } from "@tessera/contracts-items/mentions.ts";
import { CardEffects, CardRuleList } from "@tessera/contracts-items/rules.ts";
import { TagInfo } from "@tessera/contracts-items/tag-changes.ts";
import { contributed, hoursAgo, idOf, type Meta, page, problem, type StoryObj } from "@tessera/gallery";
import { z } from "zod";
import manifest from "../manifest.json";
import MailInSection from "./anywhere/mail-in-section.tsx";
import { summaryOf } from "./detail/summary-of.ts";
import routes from "./routes.tsx";

export default { title: "items/Cards" } satisfies Meta;

const contributions = contributed([manifest], async (_, module) => {
  const [, type] = /^types\/([a-z]+)\/view$/.exec(module) ?? [];
  if (!type) throw new Error(`The gallery does not have ${module}`);
  return ((await import(`./types/${type}/view.tsx`)) as { default: unknown }).default;
});
const card = (n: number, type: string, title: string, fields: object = {}) =>
  Item.parse({
    ...{ id: idOf(n), type, parentId: null, title, titleSource: "person", body: "", data: {}, tags: [] },
    ...{ status: "inbox", pinned: false, unread: false, dueAt: null, snoozeUntil: null, source: "capture" },
    ...{ sourceUrl: null, processing: {}, attachments: [], createdAt: hoursAgo(n), updatedAt: hoursAgo(n) },
    ...{ archivedAt: null, version: 1, ...fields },
  });
const note = card(1, "note", "Oak fronts suit the kitchen", {
  body: "Seen in Aarhus; **ask for the price** of the worktop.\n\n- short list\n- of what is open",
  tags: ["home", "kitchen"],
});
const task = card(2, "task", "Send the revised quote", {
  ...{ data: { priority: "high", checklist: [] }, dueAt: hoursAgo(-6), tags: ["home"] },
});
const cards = [
  note,
  task,
  card(3, "bookmark", "Lighthouse keepers", { sourceUrl: "https://example.org/keepers", unread: true }),
  card(4, "person", "Ines Halvorsen", { data: { email: "ines@halvorsen.example" } }),
  card(30, "note", "A long title that says what the card is about before anything else is read"),
];
const TYPES = ["inbox", "note", "bookmark", "person", "task", "mail"];
const types = z.array(ItemTypeInfo).parse(
  TYPES.map((type, order) => ({
    ...{ type, label: type, plural: `${type}s`, icon: "mdi-help-circle-outline", order, capabilities: [] },
    ...{ childTypes: [], parentType: null, creatable: type !== "mail", waiting: 1, count: 3 },
  })),
);
const listOf = (items: Item[]) =>
  ItemPage.parse({
    items: items.map((item) => ({ ...summaryOf(item), line: item.body.split("\n", 1)[0] ?? "" })),
    ...{ nextCursor: null, total: items.length },
  });
const answers: Record<string, unknown> = {
  "GET /api/items": listOf(cards),
  "GET /api/items/types": types,
  "GET /api/items/tags": [{ tag: "home", count: 3 }],
  "GET /api/items/import": [],
  "GET /api/items/rules/effects": CardEffects.parse({ items: [] }),
  "GET /api/items/tags/search": z.array(TagInfo).parse([
    { tag: "home", count: 12, colour: "green" },
    { tag: "kitchen", count: 4, colour: null },
    { tag: "pricing", count: 1, colour: null },
  ]),
  "GET /api/items/rules": CardRuleList.parse({ items: [] }),
  "PUT /api/items/time-zone": null,
};
for (const item of cards) {
  answers[`GET /api/items/${item.id}`] = item;
  answers[`GET /api/items/${item.id}/children`] = ItemChildren.parse({ items: [], nextCursor: null });
  answers[`GET /api/items/${item.id}/mentions`] = CardMentions.parse({ mentioned: [], mentions: [], total: 0 });
}
const items = (path: string, more: Record<string, unknown> = {}) =>
  page(routes, { path, contributions, routes: { ...answers, ...more } });

export const Inbox = items("/items/inbox");

export const Note = items(`/items/inbox/${note.id}`);

export const Task = items(`/items/task/${task.id}`);

export const EmptyInbox = items("/items/inbox", { "GET /api/items": listOf([]) });

export const Failed = items("/items/inbox", {
  "GET /api/items": problem(503, "unavailable", "The cards are out of reach."),
});

export const Tags = items("/items/tags");

export const Rules: StoryObj = { ...items("/items/rules"), tags: ["!picture"] };

const saveByEmail = (own: MailIn): StoryObj => ({
  ...page([{ path: "*", Component: MailInSection }], {
    path: "/settings/save-by-email",
    contributions,
    routes: { "GET /api/items/mail-in": MailIn.parse(own) },
  }),
  tags: ["!picture"],
});
const address = `${"k7m2w9".repeat(4)}x@in.example.com`;
const nothing = { since: null, lastAt: null, refused: null };

export const SaveByEmail = saveByEmail({
  ...{ domain: "in.example.com", address, since: "2026-11-20T08:00:00.000Z", lastAt: "2026-11-26T08:00:00.000Z" },
  refused: { at: "2026-11-27T08:00:00.000Z", reason: "Your plan holds 50 cards. Change the plan under Billing." },
});

export const NoAddressYet = saveByEmail({ domain: "in.example.com", address: null, ...nothing });

export const NoMailComesIn = saveByEmail({ domain: null, address: null, ...nothing });
