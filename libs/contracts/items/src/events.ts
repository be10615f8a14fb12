import { defineEvent, type EventPayload } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";
import { ItemType } from "./items.ts";
import { MAX_REASON_LENGTH, MAX_TITLE_LENGTH } from "./limits.ts";

export const stepRequested = defineEvent(
  "items.step-requested",
  z.object({
    userId: z.uuid(),
    itemId: z.uuid(),
    type: ItemType,
    step: z.string(),
    title: z.string(),
    body: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
  "A card of a declared type waits for one of the steps that its area brings. Sent in the transaction that stored the card.",
);

export const stepEnded = defineEvent(
  "items.step-ended",
  z.object({
    userId: z.uuid(),
    itemId: z.uuid(),
    step: z.string(),
    /** Fields of `data` that the step found; those that its declaration does not name are dropped. */
    data: z.record(z.string(), z.unknown()).default({}),
    /** Why it failed, in a sentence; null when it did not. */
    failure: z.string().max(MAX_REASON_LENGTH).nullable(),
    /** How long it took. */
    ms: z.int().min(0),
    /** A person corrected what the step had found: it did not run, and counts as no enrichment. */
    corrected: z.boolean().default(false),
  }),
  "The area of a declared type has run one of its steps on a card.",
);

export const cardMoved = defineEvent(
  "items.card-moved",
  z.object({
    userId: z.uuid(),
    itemId: z.uuid(),
    type: ItemType,
    /** "kept" again after the trash; "gone": deleted for good, or of another type now. */
    to: z.enum(["kept", "trash", "gone"]),
  }),
  "A card of a declared type, or a mail, went into the trash, came back, or is a card of the type no more.",
);

export const mailKept = defineEvent(
  "items.mail-kept",
  z.object({
    userId: z.uuid(),
    itemId: z.uuid(),
    /** Name of the sender, else the address; empty when the mail names none. */
    from: z.string(),
    title: z.string(),
    /** The beginning of its text, or of what its HTML says: MAX_MAIL_EVENT_TEXT characters. */
    text: z.string(),
    /** When it was written; null when it does not say. */
    date: z.iso.datetime().nullable(),
  }),
  "A mail became a card. Sent in the transaction that stored it. Since 1.27.",
);

export const cardMetRule = defineEvent(
  "items.card-met-rule",
  z.object({
    userId: z.uuid(),
    itemId: z.uuid(),
    type: ItemType,
    rule: z.object({ id: z.uuid(), name: z.string() }),
    agentId: z.uuid(),
    task: z.string(),
    /** Names the run that begins: the same id begins no second one. */
    runId: z.uuid(),
    /** Runs of agents that made or changed the card, the newest MAX_TOUCHING_RUNS. */
    touchedBy: z.array(z.uuid()),
    /** The mail domain whose people need no plan, where the person's address was of it. */
    openedBy: z.string().nullable(),
    timeZone: z.string().nullable(),
  }),
  "A new card met a rule that gives it to an agent. Sent once for a card and a rule, where the card is stored.",
);
export type CardMetRule = EventPayload<typeof cardMetRule>;

export const cardAssigned = defineEvent(
  "items.card-assigned",
  z.object({
    userId: z.uuid(),
    itemId: z.uuid(),
    agentId: z.uuid(),
    /** Names the run that begins: the same id begins no second one. */
    runId: z.uuid(),
    /** The mail domain whose people need no plan, where the person's address was of it. */
    openedBy: z.string().nullable(),
    timeZone: z.string().nullable(),
  }),
  "A person gave a task to an agent. Sent where the card is stored.",
);
export type CardAssigned = EventPayload<typeof cardAssigned>;

export const cardTakenBack = defineEvent(
  "items.card-taken-back",
  z.object({ userId: z.uuid(), itemId: z.uuid(), runId: z.uuid() }),
  "A person took a task back from an agent, or gave it to another one.",
);

export const cardGiven = defineEvent(
  "items.card-given",
  z.object({
    userId: z.uuid(),
    /** Chosen by the area: the id of its own thing that the card stands for. */
    itemId: z.uuid(),
    type: ItemType,
    /** Grows with each change of the thing: what comes late is not taken. */
    revision: z.int().min(1),
    title: z.string().max(MAX_TITLE_LENGTH),
    /** Fields of `data` that the type declares as given; others are dropped. */
    data: z.record(z.string(), z.unknown()),
    /** The thing is an old one: its new card goes to the archive, and is no news. */
    filed: z.boolean().default(false),
  }),
  "An area has made or changed a thing of its own that a card of its declared type stands for. Since 1.26.",
);
export type CardGiven = EventPayload<typeof cardGiven>;

export const cardWithdrawn = defineEvent(
  "items.card-withdrawn",
  z.object({ userId: z.uuid(), itemId: z.uuid(), type: ItemType }),
  "The thing that a given card stood for was deleted: the card goes with it. Since 1.26.",
);
