import type { Item, ItemPatch } from "@tessera/contracts-items/items.ts";
import { readWords, type Word, withoutWords } from "@tessera/contracts-items/words/words.ts";
import { type ItemCapture, shell } from "@tessera/shell-api";
import { useUiSettings } from "@tessera/ui";
import { type RefObject, useEffect, useState } from "react";
import { WordChips } from "../capture/word-chips.tsx";

/** What a field knows of the words in it. */
export interface ReadTitle {
  /** Makes the word that ends here text again. @returns whether there is one */
  refuseAt(end: number): boolean;
  /** The change that the words come to; null when there are none. */
  patch(): ItemPatch | null;
}

const textsOf = (title: string, words: readonly Word[]) => words.map(({ from, to }) => title.slice(from, to));

/** The fields that are recognised in a title while it is edited, as in a capture. Words that it had before are text. */
export default function TitleWords(props: {
  item: Item;
  text: string;
  /** The title before it was edited. */
  before: string;
  read: RefObject<ReadTitle | null>;
}) {
  const { item, text, before, read } = props;
  const { timeZone, locale } = useUiSettings();
  const region = { now: new Date(), timeZone, locale };
  const [refused, setRefused] = useState(() => textsOf(before, readWords(before, region)));
  const [code, setCode] = useState<ItemCapture | null>(null);
  useEffect(() => {
    const entry = shell().contributions.itemType(item.type);
    // A type whose code does not come takes no words.
    entry?.capture?.code.load().then(
      (loaded) => setCode(loaded),
      () => {},
    );
  }, [item.type]);
  const found = readWords(text, region, refused);
  const words = code?.takesWords ? found : found.filter(({ kind }) => kind === "tag");
  const refuse = (word: Word) => setRefused([...refused, ...textsOf(text, [word])]);
  read.current = {
    refuseAt(end) {
      const word = words.find(({ to }) => to === end);
      if (word) refuse(word);
      return word !== undefined;
    },
    patch() {
      if (words.length === 0) return null;
      const title = withoutWords(text, words);
      const { data, dueAt } = code?.takesWords ? code.itemOf(title, [], words) : {};
      // A moment takes the place of a day without a time.
      const moved = dueAt && item.data.dueDay && !data?.dueDay ? { ...data, dueDay: null } : data;
      const had = new Set(item.tags.map((tag) => tag.toLowerCase()));
      const tags = words.flatMap((word) => (word.kind === "tag" && !had.has(word.tag.toLowerCase()) ? [word.tag] : []));
      return {
        title,
        ...(tags.length > 0 ? { tags: [...item.tags, ...tags] } : {}),
        ...(moved && Object.keys(moved).length > 0 ? { data: moved } : {}),
        ...(dueAt ? { dueAt } : {}),
      };
    },
  };
  return <WordChips words={words} onRefuse={refuse} />;
}
