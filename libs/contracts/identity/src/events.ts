import { defineEvent } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";

export const userCreated = defineEvent(
  "identity.user-created",
  z.object({ userId: z.uuid(), /** "" for a person without an address. */ email: z.string().default("") }),
  "Somebody signed up, was invited or was created by an administrator.",
);

export const addressChanged = defineEvent(
  "identity.address-changed",
  z.object({ userId: z.uuid(), /** "" for a person who has none any more. */ email: z.string() }),
  "The mail address of an account changed.",
);

export const accountSuspended = defineEvent(
  "identity.account-suspended",
  z.object({
    userId: z.uuid(),
    /** When the ban ends; null: never, until it is lifted. */
    until: z.iso.datetime().nullable().default(null),
    /** When it was decided: of two events about an account the later one counts. */
    at: z.iso.datetime().nullable().default(null),
  }),
  "An administrator banned a person or hid their account: work in their name stops.",
);

export const accountRestored = defineEvent(
  "identity.account-restored",
  z.object({ userId: z.uuid(), /** When it was decided, as of a suspension. */ at: z.iso.datetime() }),
  "An administrator lifted the ban of a person: work in their name may resume.",
);

export const mailAsked = defineEvent(
  "identity.mail-asked",
  z.object({
    userId: z.uuid(),
    /** Names the mail among those to the person: asked for again, it is sent once. */
    key: z.string().min(1).max(200),
    subject: z.string().min(1).max(200),
    /** What has happened, and what it means. */
    lead: z.string().min(1).max(1000),
    /** A page of the product. */
    action: z.object({ label: z.string().min(1).max(60), path: z.string().startsWith("/").max(300) }),
    /** Why the mail came. */
    note: z.string().max(500),
  }),
  "A mail to a person, to the address that they have confirmed; people without one get none.",
);

export const userDeleted = defineEvent(
  "identity.user-deleted",
  z.object({ userId: z.uuid() }),
  "An account was deleted for good. Every service forgets what it holds of the person.",
);
