import { defineEvent } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";

export const notice = defineEvent(
  "settings.notice",
  z.object({
    userId: z.uuid(),
    /** Names the notice among those to the person: told again, it is mailed once. */
    key: z.string().min(1).max(200),
    /** Which of the person's switches it obeys: "usage", "payments", "reminders". Of another kind nothing is mailed. */
    kind: z.string(),
    subject: z.string().min(1).max(200),
    lead: z.string().min(1).max(1000),
    action: z.object({ label: z.string().min(1).max(60), path: z.string().startsWith("/").max(300) }),
  }),
  "Something that a person may want to be told by mail. Settings know whether they do, and ask identity to send it.",
);
