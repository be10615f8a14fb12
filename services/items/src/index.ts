import { cards, embeddings, enrichment, METERS, storage } from "@tessera/contracts-billing/meters.ts";
import { API_SCOPES } from "@tessera/contracts-core/api-scopes.ts";
import { readCards, writeCards } from "@tessera/contracts-items/api-scopes.ts";
import { RULE_UNDO_DAYS } from "@tessera/contracts-items/limits.ts";
import { MCP_PATH } from "@tessera/contracts-items/mcp-path.ts";
import contract from "@tessera/contracts-items/package.json" with { type: "json" };
import { resourceMetadataPath, type ServiceDefinition } from "@tessera/service-kit";
import initial from "../migrations/001-items.sql";
import cardLimit from "../migrations/002-card-limit.sql";
import unreadAndDays from "../migrations/003-unread-and-days.sql";
import identities from "../migrations/006-identities.sql";
import rows from "../migrations/007-rows.sql";
import pictures from "../migrations/021-pictures.sql";
import importChoices from "../migrations/022-import-choices.sql";
import tags from "../migrations/024-tags.sql";
import newestMatches from "../migrations/028-newest-matches.sql";
import words from "../migrations/030-words.sql";
import changedWith from "../migrations/032-changed-with.sql";
import usage from "../migrations/040-usage.sql";
import search from "../migrations/041-search.sql";
import mentions from "../migrations/050-mentions.sql";
import planOfWords from "../migrations/060-plan-of-words.sql";
import meaning from "../migrations/070-meaning.sql";
import occurrences from "../migrations/100-occurrences.sql";
import byDay from "../migrations/101-by-day.sql";
import textVersions from "../migrations/110-text-versions.sql";
import importedNotes from "../migrations/120-imported-notes.sql";
import importedTasks from "../migrations/130-imported-tasks.sql";
import cardRules from "../migrations/140-card-rules.sql";
import reminders from "../migrations/150-reminders.sql";
import mailIn from "../migrations/160-mail-in.sql";
import places from "../migrations/170-places.sql";
import ruleAgents from "../migrations/180-rule-agents.sql";
import pageCopies from "../migrations/181-page-copies.sql";
import givers from "../migrations/182-givers.sql";
import tokenCards from "../migrations/186-token-cards.sql";
import tokenCopies from "../migrations/187-token-copies.sql";
import ruleEffects from "../migrations/188-rule-effects.sql";
import byHand from "../migrations/189-by-hand.sql";
import tokenReaches from "../migrations/192-token-reaches.sql";
import pendingWords from "../migrations/193-pending-words.sql";
import setters from "../migrations/194-setters.sql";
import wordsAtOnce from "../migrations/195-words-at-once.sql";
import unfinishedWords from "../migrations/196-unfinished-words.sql";
import wholeWordsFirst from "../migrations/197-whole-words-first.sql";
import lettersOfLanguages from "../migrations/198-letters-of-languages.sql";
import keptSetters from "../migrations/199-kept-setters.sql";
import language from "../migrations/200-language.sql";
import walksByNumber from "../migrations/201-walks-by-number.sql";
import stemsOfLanguages from "../migrations/202-stems-of-languages.sql";
import embedderAndContacts from "../migrations/203-embedder-and-contacts.sql";
import { ItemsConfigSchema } from "./config.ts";
import { builtinTypes } from "./types/builtin.ts";
import type { PluginLoader } from "./types/registry.ts";

/** What live listeners learn of an item: all but its bodies, which a page fetches when it shows them. */
const liveColumns = [
  "id",
  "user_id",
  "type",
  "parent_id",
  "title",
  "line",
  "tags",
  "status",
  "pinned",
  "unread",
  "due_at",
  "reading",
  "snooze_until",
  "source",
  "source_url",
  "attachment_count",
  "created_at",
  "updated_at",
  "archived_at",
  "trashed_at",
  "version",
  "placed",
];

/** The items service with the given item types. */
export const itemsServiceWith = (types: PluginLoader[]): ServiceDefinition => ({
  name: "items",
  title: "Items",
  addresses: ["/api/items", MCP_PATH, resourceMetadataPath(MCP_PATH)],
  contract: contract.version,
  module: { load: async () => (await import("./items.module.ts")).itemsModule(types) },
  config: [ItemsConfigSchema],
  schema: "items",
  async *documents(target) {
    const { cardDocuments } = await import("./export/card-documents.ts");
    yield* cardDocuments(types)(target);
  },
  migrations: [
    { name: "001-items", sql: initial },
    { name: "002-card-limit", sql: cardLimit },
    { name: "003-unread-and-days", sql: unreadAndDays },
    { name: "006-identities", sql: identities },
    { name: "007-rows", sql: rows },
    { name: "021-pictures", sql: pictures },
    { name: "022-import-choices", sql: importChoices },
    { name: "024-tags", sql: tags },
    { name: "028-newest-matches", sql: newestMatches },
    { name: "030-words", sql: words },
    { name: "032-changed-with", sql: changedWith },
    { name: "040-usage", sql: usage },
    { name: "041-search", sql: search },
    { name: "050-mentions", sql: mentions },
    { name: "060-plan-of-words", sql: planOfWords },
    { name: "070-meaning", sql: meaning },
    { name: "100-occurrences", sql: occurrences },
    { name: "101-by-day", sql: byDay },
    { name: "110-text-versions", sql: textVersions },
    { name: "120-imported-notes", sql: importedNotes },
    { name: "130-imported-tasks", sql: importedTasks },
    { name: "140-card-rules", sql: cardRules },
    { name: "150-reminders", sql: reminders },
    { name: "160-mail-in", sql: mailIn },
    { name: "170-places", sql: places },
    { name: "180-rule-agents", sql: ruleAgents },
    { name: "181-page-copies", sql: pageCopies },
    { name: "182-givers", sql: givers },
    { name: "186-token-cards", sql: tokenCards },
    { name: "187-token-copies", sql: tokenCopies },
    { name: "188-rule-effects", sql: ruleEffects },
    { name: "189-by-hand", sql: byHand },
    { name: "192-token-reaches", sql: tokenReaches },
    { name: "193-pending-words", sql: pendingWords },
    { name: "194-setters", sql: setters },
    { name: "195-words-at-once", sql: wordsAtOnce },
    { name: "196-unfinished-words", sql: unfinishedWords },
    { name: "197-whole-words-first", sql: wholeWordsFirst },
    { name: "198-letters-of-languages", sql: lettersOfLanguages },
    { name: "199-kept-setters", sql: keptSetters },
    { name: "200-language", sql: language },
    { name: "201-walks-by-number", sql: walksByNumber },
    { name: "202-stems-of-languages", sql: stemsOfLanguages },
    { name: "203-embedder-and-contacts", sql: embedderAndContacts },
  ],
  tables: [
    {
      table: "item",
      about: "Your cards: notes, tasks, bookmarks, mails.",
      personal: { owner: "user_id" },
      live: { key: "id", columns: liveColumns },
    },
    {
      table: "content",
      about: "Long texts of your cards: readable copies of pages, mails as they came.",
      personal: { owner: "user_id" },
    },
    {
      table: "attachment",
      about: "Files of your cards; file_key ends with the name of the folder below files/ that holds each.",
      personal: { owner: "user_id" },
      files: { key: "file_key", name: "name" },
    },
    {
      table: "picture",
      about: "Pictures of pages, kept with your bookmarks; file_key ends with the name of the file of each.",
      personal: { owner: "user_id" },
      files: { key: "file_key", name: "name" },
    },
    {
      table: "page_copy",
      about: "Pages as they were when your bookmarks were fetched; file_key ends with the name of the file of each.",
      personal: { owner: "user_id" },
      files: { key: "file_key", name: "name" },
    },
    {
      table: "reference",
      about: "Which cards your cards mention, and in which sentence.",
      personal: { owner: "user_id" },
    },
    {
      table: "text_version",
      about: "Earlier texts of your cards, as they were before you changed them.",
      personal: { owner: "user_id" },
    },
    {
      table: "embedding_state",
      about: "Which of your cards can be found by what they mean, and why some cannot.",
      personal: { owner: "user_id" },
    },
    {
      table: "embedding",
      about:
        "Which parts of your cards are compared by meaning. Their vectors are left out: they are made from the texts.",
      personal: { owner: "user_id" },
      withheld: ["written"],
    },
    {
      table: "occurrence",
      about: "When you completed or skipped what repeats.",
      personal: { owner: "user_id" },
    },
    { table: "import_session", about: "Your imports, and what was refused.", personal: { owner: "user_id" } },
    {
      table: "imported",
      about: "Which cards an import made; kept for the 14 days in which it can be undone.",
      personal: { owner: "user_id" },
    },
    { table: "tag_style", about: "Colours that you gave to tags.", personal: { owner: "user_id" } },
    {
      table: "tag_change",
      about: "Tags that you renamed, merged or deleted on all cards in the last 14 days.",
      personal: { owner: "user_id" },
      keep: { since: "created_at", days: 14 },
    },
    {
      table: "tag_changed",
      about: "Which cards such a change concerned, to undo it with.",
      personal: { owner: "user_id" },
    },
    {
      table: "rule",
      about: "Rules that you made for new cards; those you deleted for as long as that can be undone.",
      personal: { owner: "user_id" },
      live: { key: "id", columns: ["id", "user_id", "version"] },
      keep: { since: "deleted_at", days: RULE_UNDO_DAYS },
    },
    { table: "rule_version", about: "Your rules as you saved them each time.", personal: { owner: "user_id" } },
    { table: "rule_effect", about: "What your rules set of your cards, and when.", personal: { owner: "user_id" } },
    {
      table: "value_setter",
      about: "Who set which value of your cards: you, an agent, a rule or the server; when, and what it was before.",
      personal: { owner: "user_id" },
    },
    { table: "rule_start", about: "Which of your rules gave which card to an agent.", personal: { owner: "user_id" } },
    {
      table: "giver",
      about: "Which mail domain opens the runs that your tasks begin, where your address needs no plan.",
      personal: { owner: "user_id" },
    },
    {
      table: "touched_card",
      about: "Runs of your agents that made or changed a card.",
      personal: { owner: "user_id" },
    },
    { table: "saved_search", about: "Searches that you saved.", personal: { owner: "user_id" } },
    {
      table: "mail_address",
      about: "The address at which your mails come in. Its name is left out: who knows it can send you cards.",
      personal: { owner: "user_id" },
      withheld: ["name"],
    },
    { table: "tally", about: "How many cards you have, by type.", personal: { owner: "user_id" } },
    { table: "tag_tally", about: "How often you used each tag.", personal: { owner: "user_id" } },
    {
      table: "language_tally",
      about: "How many cards you have in each language whose words are found by their other forms, but English.",
      personal: { owner: "user_id" },
    },
    { table: "person", about: "Your time zone, and how many cards there are.", personal: { owner: "user_id" } },
  ],
  personalFolders: ["items", "imports"],
  contributes: { [METERS]: [cards, storage, enrichment, embeddings], [API_SCOPES]: [readCards, writeCards] },
});

export const itemsService: ServiceDefinition = itemsServiceWith(builtinTypes);
