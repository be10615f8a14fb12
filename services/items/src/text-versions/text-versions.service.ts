import { Inject, Injectable } from "@nestjs/common";
import type { Item } from "@tessera/contracts-items/items.ts";
import { MAX_TEXT_VERSIONS } from "@tessera/contracts-items/limits.ts";
import { itemNotFound, textVersionNotFound } from "@tessera/contracts-items/problems.ts";
import type { TextVersion, TextVersions, WholeTextVersion } from "@tessera/contracts-items/text-versions.ts";
import { type Caller, Clock, Database, problem, type Tx } from "@tessera/service-kit";
import { type SQL, sql } from "drizzle-orm";
import { checkVersion } from "../items/if-match.ts";
import { readItem, type WholeItem } from "../items/item.store.ts";
import { iso } from "../items/item-row.ts";
import { ItemsService } from "../items/items.service.ts";

interface Row extends Record<string, unknown> {
  id: string;
  length: number;
  written_at: string;
  written_with: string | null;
  kept_at: string;
  body: string;
}

const COLUMNS = sql`id, length, written_at::text as written_at, written_with, kept_at::text as kept_at`;

/** Earlier texts of cards; a trigger keeps them (migration 110). */
@Injectable()
export class TextVersionsService {
  constructor(
    @Inject(ItemsService) private readonly items: ItemsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemException 404 `item_not_found` */
  async list(caller: Caller, id: string): Promise<TextVersions> {
    return this.database.as(caller, async (tx) => {
      await this.card(tx, caller, id);
      const rows = await this.rows(tx, caller, id, COLUMNS, sql`true`);
      return { versions: rows.map(toVersion) };
    });
  }

  /** @throws ProblemException 404 `item_not_found`, `text_version_not_found` */
  async get(caller: Caller, id: string, versionId: string): Promise<WholeTextVersion> {
    return this.database.as(caller, async (tx) => {
      await this.card(tx, caller, id);
      return this.version(tx, caller, id, versionId);
    });
  }

  /**
   * Makes an earlier text the card's own again; the text of now becomes a version, whenever the last was kept.
   * @throws ProblemException 404, 412 `version_conflict`
   */
  async restore(
    caller: Caller,
    id: string,
    versionId: string,
    seen: number | "any",
    changedWith: string | null,
  ): Promise<Item> {
    const body = await this.database.as(caller, async (tx) => {
      const card = await this.card(tx, caller, id);
      checkVersion(seen, card.version);
      const version = await this.version(tx, caller, id, versionId);
      if (card.body && card.body !== version.body) await this.keep(tx, caller, card);
      return version.body;
    });
    return this.items.update(caller, id, seen, { body }, changedWith);
  }

  private async keep(tx: Tx, caller: Caller, card: WholeItem): Promise<void> {
    await tx.execute(sql`
      insert into items.text_version (item_id, user_id, body, length, written_at, written_with, kept_at)
      select i.id, i.user_id, i.body, length(i.body), i.updated_at, i.changed_with,
        ${this.clock.now().toISOString()}::timestamptz
      from items.item i where i.id = ${card.id} and i.user_id = ${caller.userId} and not exists (
        select from items.text_version v where v.item_id = i.id and v.body = i.body
          and v.kept_at = (select max(kept_at) from items.text_version where item_id = i.id))`);
  }

  private async version(tx: Tx, caller: Caller, id: string, versionId: string): Promise<WholeTextVersion> {
    const [row] = await this.rows(tx, caller, id, sql`${COLUMNS}, body`, sql`id = ${versionId}`);
    if (!row) throw problem(textVersionNotFound);
    return { ...toVersion(row), body: row.body };
  }

  private async rows(tx: Tx, caller: Caller, id: string, columns: SQL, which: SQL): Promise<Row[]> {
    const { rows } = await tx.execute<Row>(sql`select ${columns} from items.text_version
      where item_id = ${id} and user_id = ${caller.userId} and ${which}
      order by text_version.kept_at desc, text_version.id desc limit ${MAX_TEXT_VERSIONS}`);
    return rows;
  }

  private async card(tx: Tx, caller: Caller, id: string): Promise<WholeItem> {
    const row = await readItem(tx, caller.userId, id);
    if (!row) throw problem(itemNotFound);
    return row;
  }
}

const toVersion = (row: Row): TextVersion => ({
  id: row.id,
  length: row.length,
  writtenAt: iso(row.written_at),
  writtenWith: row.written_with,
  keptAt: iso(row.kept_at),
});
