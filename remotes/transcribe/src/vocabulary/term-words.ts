import type { VocabularyTerm } from "@tessera/contracts-transcribe/vocabulary.ts";

const FROM: Record<VocabularyTerm["source"], string> = {
  own: "Added by you",
  person: "From your people",
  tag: "From your tags",
  title: "From titles of your cards",
  payee: "From your payees",
  correction: "From your corrections",
};

/** Where a term comes from, and what else it is heard as. */
export function lineOf({ source, soundsLike, refused }: VocabularyTerm): string {
  return [FROM[source], soundsLike.length ? `heard as ${soundsLike.join(", ")}` : "", refused ? "not used" : ""]
    .filter(Boolean)
    .join(" · ");
}

/** What takes a term out of the vocabulary, or puts it back. */
export const toggleWords = ({ source, refused }: VocabularyTerm): string =>
  source === "own" ? "Remove" : refused ? "Use again" : "Never use";
