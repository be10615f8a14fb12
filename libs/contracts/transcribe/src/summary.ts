import { z } from "zod";
import { MAX_AGENT_NAME, MAX_POINT_LENGTH, MAX_RECORDING_SECONDS, MAX_SUMMARY_POINTS } from "./limits.ts";

/** What is said at a moment of a recording, in short. Since 1.3. */
export const SummaryPoint = z
  .strictObject({
    atMs: z
      .int()
      .min(0)
      .max(MAX_RECORDING_SECONDS * 1000),
    text: z.string().trim().min(1).max(MAX_POINT_LENGTH),
  })
  .meta({ id: "SummaryPoint" });
export type SummaryPoint = z.infer<typeof SummaryPoint>;

const points = z.array(SummaryPoint).min(1).max(MAX_SUMMARY_POINTS);
/** The agent that wrote them; null: they are sentences of the transcript, word for word. */
const agent = z.string().trim().min(1).max(MAX_AGENT_NAME).nullable();

/** Since 1.3. */
export const TranscriptSummary = z
  .object({
    points: z.array(SummaryPoint),
    agent,
    /** Whether the person changed it. */
    edited: z.boolean(),
    /** Grows with each change. */
    revision: z.int(),
    madeAt: z.iso.datetime(),
  })
  .meta({ id: "TranscriptSummary" });
export type TranscriptSummary = z.infer<typeof TranscriptSummary>;

/** `seen`: the revision that is replaced, null for none; another one there now is a conflict. */
const seen = z.int().nullable();
/** Whether one that the person changed may be replaced; without it, it is refused. */
const replacesEdited = z.boolean().default(false);

/** Since 1.3. */
export const SummaryChange = z
  .strictObject({ points, agent, edited: z.boolean(), seen, replacesEdited })
  .meta({ id: "TranscriptSummaryChange" });
export type SummaryChange = z.input<typeof SummaryChange>;

/** Since 1.3. */
export const SentencesWanted = z.strictObject({ seen, replacesEdited }).meta({ id: "TranscriptSentencesWanted" });
export type SentencesWanted = z.input<typeof SentencesWanted>;
