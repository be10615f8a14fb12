import { defineEvent } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";

export const recordCreated = defineEvent(
  "sample-area.record-created",
  z.object({ userId: z.uuid(), recordId: z.uuid(), title: z.string() }),
  "A person stored a record. Sent in the transaction that stored it.",
);
