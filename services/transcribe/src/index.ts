import { readTranscript } from "@tessera/contracts-agents/tools.ts";
import { ENTITLEMENTS } from "@tessera/contracts-billing/define-entitlement.ts";
import { METERS, transcription } from "@tessera/contracts-billing/meters.ts";
import { API_SCOPES } from "@tessera/contracts-core/api-scopes.ts";
import { OFFERED_TOOLS, offered } from "@tessera/contracts-core/offered-tools.ts";
import { ITEM_TYPES } from "@tessera/contracts-items/item-type.ts";
import { readTranscripts } from "@tessera/contracts-transcribe/api-scopes.ts";
import { recordings } from "@tessera/contracts-transcribe/entitlements.ts";
import contract from "@tessera/contracts-transcribe/package.json" with { type: "json" };
import type { ServiceDefinition } from "@tessera/service-kit";
import firstTables from "../migrations/001-recordings.sql";
import words from "../migrations/010-words.sql";
import vocabulary from "../migrations/020-vocabulary.sql";
import recognisers from "../migrations/030-recognisers.sql";
import summary from "../migrations/040-summary.sql";
import uploads from "../migrations/050-uploads.sql";
import cards from "../migrations/051-cards.sql";
import { transcriptCard } from "./cards/transcript-card.ts";
import { TranscribeConfigSchema } from "./config.ts";

/** The recordings of each person, and what is said in them. */
export const transcribeService: ServiceDefinition = {
  name: "transcribe",
  title: "Transcribe",
  contract: contract.version,
  module: { load: async () => (await import("./transcribe.module.ts")).TranscribeModule },
  schema: "transcribe",
  migrations: [
    { name: "001-recordings", sql: firstTables },
    { name: "010-words", sql: words },
    { name: "020-vocabulary", sql: vocabulary },
    { name: "030-recognisers", sql: recognisers },
    { name: "040-summary", sql: summary },
    { name: "050-uploads", sql: uploads },
    { name: "051-cards", sql: cards },
  ],
  config: [TranscribeConfigSchema],
  tables: [
    {
      table: "sent_part",
      about: "The part of a recording whose text a provider of yours is asked for.",
      personal: { owner: "user_id" },
    },
    {
      table: "earlier_text",
      about: "The texts that recordings had before they were transcribed again, the last 5 of each.",
      personal: { owner: "user_id" },
    },
    {
      table: "summary",
      about: "The summaries of your recordings, each point with its moment.",
      personal: { owner: "user_id" },
    },
    {
      table: "settings",
      about: "Who recognises your recordings, and how long their sound is kept.",
      personal: { owner: "user_id" },
    },
    {
      table: "segment",
      about: "What is said in your recordings, and by whom, with times in milliseconds.",
      personal: { owner: "user_id" },
    },
    {
      table: "note",
      about: "Your notes on recordings, at their moment.",
      personal: { owner: "user_id" },
    },
    {
      table: "upload",
      about: "Recordings that did not arrive whole yet; what is not finished within a day is deleted.",
      personal: { owner: "user_id" },
    },
    {
      table: "recording",
      about: "Your recordings.",
      personal: { owner: "user_id" },
      files: { key: "file_key", name: "file_name" },
      live: { key: "id", columns: ["id", "user_id", "title", "state", "length_ms", "done_ms"] },
    },
    {
      table: "term",
      about: "The names and words of your vocabulary, where they come from, and which you refused.",
      personal: { owner: "user_id" },
      live: { key: "id", columns: ["id", "user_id"] },
    },
    {
      table: "vocabulary",
      about: "Whether your vocabulary learns.",
      personal: { owner: "user_id" },
    },
  ],
  personalFolders: ["transcribe"],
  contributes: {
    ...{ [ENTITLEMENTS]: [recordings], [METERS]: [transcription], [ITEM_TYPES]: [transcriptCard] },
    ...{ [API_SCOPES]: [readTranscripts], [OFFERED_TOOLS]: [offered(readTranscript, readTranscripts)] },
  },
};
