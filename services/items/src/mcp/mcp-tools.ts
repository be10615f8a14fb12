import { Inject, Injectable } from "@nestjs/common";
import { createCard, createTask, readCard, searchCards, tagCard, updateCard } from "@tessera/contracts-agents/tools.ts";
import { type ItemPage, ItemQuery, ItemStatus, ItemType, Tag } from "@tessera/contracts-items/items.ts";
import { MAX_MCP_CARDS } from "@tessera/contracts-items/limits.ts";
import { MCP_PATH } from "@tessera/contracts-items/mcp-path.ts";
import { CONFIG, Cursors, type KitConfig, once, type ToolCaller, ToolFailure } from "@tessera/service-kit";
import { z } from "zod";
import { CardActs } from "../agent-tools/card-acts.ts";
import { SEARCHES, WRITES } from "../items/allowances.ts";
import { ItemsService } from "../items/items.service.ts";
import {
  ChangedCard,
  changedCard,
  FoundCards,
  foundCards,
  MadeCard,
  madeCard,
  PARTS,
  WholeCard,
  wholeCard,
} from "./answers.ts";
import { type McpOutput, type McpTool, reads, writes } from "./mcp-tool.ts";

/** What a card says of itself when an assistant changed it. */
const CHANGED_WITH = "an assistant";

const { id } = readCard.schema.shape;
const cursor = z.string().max(600).optional().describe("nextCursor of the page before");
const limit = z.int().min(1).max(MAX_MCP_CARDS).default(20);
const { words } = searchCards.schema.shape;
const idempotency_key = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe("the same key with the same values within a day makes no second card");

/**
 * What assistants may do with cards, with their person's rights. What agents of the product have as well is told in the
 * same words and does the same (contracts/agents/tools.ts, agent-tools/card-acts.ts).
 */
@Injectable()
export class McpTools {
  readonly all: readonly McpTool[];

  constructor(
    private readonly acts: CardActs,
    private readonly items: ItemsService,
    private readonly cursors: Cursors,
    @Inject(CONFIG) { publicUrl }: KitConfig,
  ) {
    this.all = [
      reads(
        searchCards,
        { schema: searchCards.schema.extend({ words, limit, cursor }), answer: FoundCards, limit: SEARCHES },
        (caller, asked) => this.page(caller, searchCards.name, asked, (query) => this.acts.search(caller, query)),
      ),
      reads(LIST, { schema: ListQuery, answer: FoundCards }, (caller, asked) =>
        this.page(caller, LIST.name, asked, (query) => this.items.list(caller, ItemQuery.parse(query))),
      ),
      reads(READ, { schema: ReadQuery, answer: WholeCard }, async (caller, asked) =>
        wholeCard(await this.items.get(caller, asked.id), asked, publicUrl),
      ),
      writes(
        createCard,
        { schema: createCard.schema.extend({ idempotency_key }), answer: MadeCard, limit: WRITES },
        (caller, asked) =>
          makeOnce(caller, createCard.name, asked, async (card) =>
            madeCard(await this.acts.create(caller, card), publicUrl),
          ),
      ),
      writes(
        createTask,
        { schema: createTask.schema.extend({ idempotency_key }), answer: MadeCard, limit: WRITES },
        (caller, asked) =>
          makeOnce(caller, createTask.name, asked, async (task) =>
            madeCard(await this.acts.createTask(caller, task), publicUrl),
          ),
      ),
      writes(
        UPDATE,
        { schema: Update, answer: ChangedCard, limit: WRITES, hints: { destructiveHint: true } },
        async (caller, { id, version, ...patch }) => {
          if (!Object.values(patch).some((value) => value !== undefined))
            throw new ToolFailure("Say what to change: title, body or status.");
          return changedCard(await this.acts.update(caller, id, version, patch, CHANGED_WITH), publicUrl);
        },
      ),
      writes(
        tagCard,
        { schema: tagCard.schema, answer: ChangedCard, limit: WRITES, hints: AGAIN },
        async (caller, { id, add, remove }) =>
          changedCard(await this.acts.tag(caller, id, add, remove, CHANGED_WITH), publicUrl),
      ),
      writes(
        ARCHIVE,
        { schema: z.object({ id }), answer: ChangedCard, limit: WRITES, hints: AGAIN },
        async (caller, { id }) =>
          changedCard(await this.acts.update(caller, id, "any", { status: "archived" }, CHANGED_WITH), publicUrl),
      ),
      writes(
        SNOOZE,
        { schema: Snooze, answer: ChangedCard, limit: WRITES, hints: AGAIN },
        async (caller, { id, day }) => changedCard(await this.acts.snooze(caller, id, day, CHANGED_WITH), publicUrl),
      ),
    ];
  }

  /** A page of cards, by a cursor that was written for this person and this tool. */
  private async page<Query extends { cursor?: string }>(
    caller: ToolCaller,
    tool: string,
    asked: Query,
    find: (query: Query) => Promise<Omit<ItemPage, "nextCursor"> & { nextCursor: string | null }>,
  ): Promise<McpOutput> {
    const list = `${MCP_PATH} ${tool}`;
    const query = asked.cursor ? { ...asked, cursor: this.cursors.open(asked.cursor, list, caller) } : asked;
    return foundCards(await find(query), (written) => this.cursors.sign(written, list, caller));
  }
}

/** The same call again changes nothing more. */
const AGAIN = { idempotentHint: true };

const LIST = {
  name: "list_cards",
  title: "List cards",
  description:
    "Lists cards of the person, the newest first. Narrow it by type, tag and state. Answers ids, titles and a line of " +
    "each.",
};
const ListQuery = z.object({
  type: ItemType.default("all").describe(
    "note, task, bookmark, mail and so on; or one of the lists all, inbox, today, upcoming and snoozed",
  ),
  tag: Tag.optional(),
  status: ItemStatus.optional().describe("left out: everything but the trash"),
  ...{ limit, cursor },
});

const READ = {
  ...readCard,
  description:
    "Gives the title, tags, state, version and text of one card. A long text is cut: read on with offset. What a " +
    "bookmark or a file says is another part, the copy.",
};
const ReadQuery = readCard.schema.extend({
  part: z.enum(PARTS).optional().describe("left out: the card's own text, or its copy where it has no text"),
  offset: z.int().min(0).max(10_000_000).default(0).describe("nextOffset of the piece before"),
});

const UPDATE = {
  ...updateCard,
  description:
    "Replaces the title or the whole text of a card, or moves it. Fields that are left out stay. Read the card first, " +
    "to its end where you replace its text.",
};
const Update = updateCard.schema.extend({
  version: z.int().min(1).describe("the version that you read; where the card was changed since, nothing is saved"),
});

const ARCHIVE = {
  name: "archive_card",
  title: "Archive a card",
  description: "Moves a card to the archive, where it can still be found.",
};

const SNOOZE = {
  name: "snooze_card",
  title: "Snooze a card",
  description: "Hides a card until the morning of a day, on which it comes back.",
};
const Snooze = z.object({
  id,
  day: z.iso.date().nullable().describe("YYYY-MM-DD in the person's time zone; null brings it back now"),
});

/** Makes a card once for a key. */
function makeOnce<Values extends { idempotency_key?: string }>(
  { userId }: ToolCaller,
  tool: string,
  { idempotency_key: key, ...values }: Values,
  make: (values: Omit<Values, "idempotency_key">) => Promise<McpOutput>,
): Promise<McpOutput> {
  if (key === undefined) return make(values);
  return once(userId, `${MCP_PATH} ${tool} ${key}`, JSON.stringify(values), () => make(values));
}
