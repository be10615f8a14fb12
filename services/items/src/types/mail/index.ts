import { MailData } from "@tessera/contracts-items/items.ts";
import type { z } from "zod";
import { definePlugin } from "../plugin.ts";

type MailFields = z.infer<typeof MailData>;

const named = ({ name, address }: { name: string; address: string }) => [name, address].filter(Boolean).join(" ");

/** A received message; made by the mail importer alone. */
export default definePlugin({
  definition: {
    type: "mail",
    label: "Mail",
    icon: "mdi-email-outline",
    menuItem: { label: "Mail" },
    order: 40,
    defaultData: { from: [], to: [], cc: [], date: null, html: null, warnings: [] },
  },
  data: MailData,
  serverFields: ["messageId", "from", "to", "cc", "date", "html", "warnings"],
  longFields: ["html"],
  embeddingFields: ["title", "body"],
  getTitleContent: ({ body }) => body || "Mail without subject",
  getRow: ({ body, data }) => {
    const [sender] = (data as unknown as MailFields).from;
    return [sender?.name || sender?.address || "", body];
  },
  getContent: ({ body, data }) => {
    const { from, to } = data as unknown as MailFields;
    return [body, ...[...from, ...to].map(named)].filter(Boolean).join("\n");
  },
});
