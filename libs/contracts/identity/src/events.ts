import { defineEvent } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";

export const userCreated = defineEvent(
  "identity.user-created",
  z.object({ userId: z.uuid(), /** "" for a person without an address. */ email: z.string().default("") }),
  "Somebody signed up, was invited or was created by an administrator.",
);

export const userDeleted = defineEvent(
  "identity.user-deleted",
  z.object({ userId: z.uuid() }),
  "An account was deleted for good. Every service forgets what it holds of the person.",
);
