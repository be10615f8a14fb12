import { defineEvent } from "@tessera/contracts-core/define-event.ts";
import { z } from "zod";

export const notice = defineEvent(
  "settings.notice",
  z.object({
    userId: z.uuid(),
    /** Names the notice among those to the person: told again, it is sent once. */
    key: z.string().min(1).max(200),
    /**
     * Which of the person's switches it obeys: "usage", "payments", "reminders", "approvals". Of another kind nothing
     * is sent.
     */
    kind: z.string(),
    subject: z.string().min(1).max(200),
    lead: z.string().min(1).max(1000),
    action: z.object({ label: z.string().min(1).max(60), path: z.string().startsWith("/").max(300) }),
  }),
  "Something that a person may want to be told. Settings know whether they do: by mail, which identity sends, and by notifications on their devices.",
);
