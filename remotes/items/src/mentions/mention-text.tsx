import type { MentionedCard } from "@tessera/contracts-items/mentions.ts";
import {
  escapeMarkdown,
  type Reference,
  referencesIn,
  referenceTo,
  replaceReferences,
} from "@tessera/contracts-items/references.ts";
import { useLocation, useNavigate, useParams } from "@tessera/router";
import { Markdown } from "@tessera/ui/markdown";
import { type MouseEvent, useContext, useMemo } from "react";
import { CardId } from "../detail/edit-request.tsx";
import { CardPicture } from "./card-picture.tsx";
import { useCardMentions } from "./mentions.ts";

interface MentionTextProps {
  text: string;
  /** As Markdown of libs/ui has it. */
  onTick?: (task: number, tasks: number) => void;
}

/** A text in Markdown, in which cards that are mentioned have the titles that they have now. */
export function MentionText({ text, onTick }: MentionTextProps) {
  const mentions = useMemo(() => referencesIn(text).length > 0, [text]);
  return mentions ? <WithMentions text={text} onTick={onTick} /> : <Markdown text={text} onTick={onTick} />;
}

function WithMentions({ text, onTick }: MentionTextProps) {
  const { data } = useCardMentions(useContext(CardId));
  const navigate = useNavigate();
  const { type = "all" } = useParams();
  const { search } = useLocation();
  const shown = useMemo(() => withTitles(text, data?.mentioned ?? []), [text, data]);
  /** Within the list that is shown, and without a page being loaded. */
  const follow = (event: MouseEvent) => {
    const address = (event.target as Element).closest("a")?.getAttribute("href") ?? "";
    const id = /^\/items\/[a-z][a-z0-9-]*\/([0-9a-f-]{36})$/.exec(address)?.[1];
    if (!id || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(`/items/${type}/${id}${search}`);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed, by key as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div onClick={follow}>
      <Markdown text={shown} Picture={CardPicture} onTick={onTick} />
    </div>
  );
}

/** @param mentioned what the service knows of the text that is stored; what was just written keeps its words */
export function withTitles(text: string, mentioned: readonly MentionedCard[]): string {
  const cards = new Map(mentioned.map((card) => [card.id, card]));
  return replaceReferences(text, (reference) => {
    const isPicture = text[reference.from - 1] === "!";
    return isPicture ? referenceTo(reference) : linkTo(reference, cards.get(reference.id));
  });
}

function linkTo(reference: Reference, card: MentionedCard | undefined): string {
  if (!card) return referenceTo(reference);
  if ("gone" in card) return `${escapeMarkdown(reference.title)} *(deleted)*`;
  const title = card.aliases.includes(reference.title) ? reference.title : card.title;
  return `${referenceTo({ id: card.id, title })}${card.status === "trash" ? " *(in the trash)*" : ""}`;
}
