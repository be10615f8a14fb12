import { Inject, Injectable } from "@nestjs/common";
import type { TagInfo, TagQuery, TagStyle } from "@tessera/contracts-items/tag-changes.ts";
import { type Caller, Database } from "@tessera/service-kit";
import { tagKey } from "../text/tags.ts";
import { listTags } from "./list-tags.ts";
import { writeStyles } from "./tag-changes.store.ts";

@Injectable()
export class TagsService {
  constructor(@Inject(Database) private readonly database: Database) {}

  list(caller: Caller, query: TagQuery): Promise<TagInfo[]> {
    return this.database.as(caller, (tx) => listTags(tx, caller.userId, query));
  }

  async counts(caller: Caller): Promise<Omit<TagInfo, "colour">[]> {
    return (await this.list(caller, {})).map(({ tag, count }) => ({ tag, count }));
  }

  async style(caller: Caller, { tag, colour }: TagStyle): Promise<void> {
    const key = tagKey(tag);
    await this.database.as(caller, (tx) => writeStyles(tx, caller.userId, [key], colour ? { [key]: colour } : {}));
  }
}
