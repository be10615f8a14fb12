import { Inject, Injectable } from "@nestjs/common";
import { scopeInWords } from "@tessera/contracts-agents/scope-words.ts";
import type { CardScope } from "@tessera/contracts-agents/scopes.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import type { QualifierName, SearchNode } from "@tessera/contracts-items/search/language.ts";
import { ToolFailure } from "@tessera/service-kit";
import { tagKey } from "../text/tags.ts";
import { TypeRegistry } from "../types/registry.ts";

type Scopes = readonly CardScope[];
interface NewCard {
  type?: string;
  tags: string[];
}

/** What an agent that is given some of the cards may see and change. */
@Injectable()
export class CardScopes {
  constructor(@Inject(TypeRegistry) private readonly registry: TypeRegistry) {}

  admits(scopes: Scopes, { type, tags }: Pick<Item, "type" | "tags">): boolean {
    const keys = new Set(tags.map(tagKey));
    return scopes.every(
      (scope) =>
        (!scope.types.length || scope.types.some((one) => this.registry.family(one).includes(type))) &&
        (!scope.tags.length || scope.tags.some((tag) => keys.has(tagKey(tag)))),
    );
  }

  /** @throws ToolFailure where the card is another one */
  check(scopes: Scopes, item: Pick<Item, "type" | "tags">): void {
    if (!this.admits(scopes, item)) throw new ToolFailure(`This card is not one that you may see. ${inWords(scopes)}`);
  }

  /**
   * Without a type or one of the tags, a new card gets the first.
   * @throws ToolFailure where it would be another card
   */
  fitted<Card extends NewCard>(scopes: Scopes, card: Card): Card {
    let { type, tags } = card;
    for (const scope of scopes) {
      type ??= scope.types.find((name) => this.isMade(name));
      const isTagged = this.admits([{ types: [], tags: scope.tags }], { type: "", tags });
      if (scope.tags.length && !isTagged) tags = [...tags, scope.tags[0]!];
    }
    const fitted = { ...card, ...(type && { type }), tags };
    if (!this.admits(scopes, { type: fitted.type ?? "inbox", tags: fitted.tags }))
      throw new ToolFailure(`You may not keep such a card. ${inWords(scopes)}`);
    return fitted;
  }

  /** As a part of a search. */
  node(scopes: Scopes): SearchNode {
    return allOf(
      scopes.flatMap(({ types, tags }) => [
        ...(types.length ? [anyOf("type", types)] : []),
        ...(tags.length ? [anyOf("tag", tags)] : []),
      ]),
    );
  }

  private isMade(type: string): boolean {
    return this.registry.isValid(type) && this.registry.find(type)?.definition.newMenuItem !== undefined;
  }
}

export const qualifier = (name: QualifierName, value: string): SearchNode => ({
  ...{ kind: "qualifier", name, value, start: 0, end: 0 },
});
export const allOf = (parts: SearchNode[]): SearchNode => (parts.length === 1 ? parts[0]! : { kind: "and", parts });
function anyOf(name: QualifierName, values: readonly string[]): SearchNode {
  const parts = values.map((value) => qualifier(name, value));
  return parts.length === 1 ? parts[0]! : { kind: "or", parts };
}

const inWords = (scopes: Scopes): string =>
  `You see and change only ${scopes.map((scope) => scopeInWords(scope)).join(", and of those ")}.`;
