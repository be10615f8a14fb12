import { z } from "zod";
import { MAX_SPELLINGS, MAX_TERM_LENGTH } from "./limits.ts";

/** Where a term comes from: the person, their cards, their accounts, or a word that they corrected. */
export const TermSource = z.enum(["own", "person", "tag", "title", "payee", "correction"]);
export type TermSource = z.infer<typeof TermSource>;

const Spelling = z.string().trim().min(2).max(MAX_TERM_LENGTH).regex(/\p{L}/u, "Write a word with letters.");

/** A name or a word that recognition is to find again when it mishears it. Since 1.2. */
export const VocabularyTerm = z
  .object({
    id: z.uuid(),
    term: z.string(),
    /** What else it is heard as. */
    soundsLike: z.array(z.string()),
    source: TermSource,
    /** A learned one that the person does not want: it is never used, and not learned again. */
    refused: z.boolean(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "VocabularyTerm" });
export type VocabularyTerm = z.infer<typeof VocabularyTerm>;

/** All terms of a person, by the alphabet. Since 1.2. */
export const Vocabulary = z
  .object({
    /** Whether terms are learned from cards, accounts and corrections. */
    learns: z.boolean(),
    terms: z.array(VocabularyTerm),
  })
  .meta({ id: "Vocabulary" });
export type Vocabulary = z.infer<typeof Vocabulary>;

export const VocabularyChange = z.strictObject({ learns: z.boolean() }).meta({ id: "VocabularyChange" });
export type VocabularyChange = z.infer<typeof VocabularyChange>;

export const NewTerm = z
  .strictObject({ term: Spelling, soundsLike: z.array(Spelling).max(MAX_SPELLINGS).default([]) })
  .meta({ id: "NewVocabularyTerm" });
export type NewTerm = z.input<typeof NewTerm>;

export const TermChange = z.strictObject({ refused: z.boolean() }).meta({ id: "VocabularyTermChange" });
export type TermChange = z.infer<typeof TermChange>;
