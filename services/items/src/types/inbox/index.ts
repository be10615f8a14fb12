import { InboxData, type ItemSummary } from "@tessera/contracts-items/items.ts";
import { definePlugin } from "../plugin.ts";

/** Raw capture: whatever came in, until it is given a type. */
export default definePlugin({
  definition: {
    type: "inbox",
    label: "Capture",
    icon: "mdi-inbox-outline",
    menuItem: { label: "Inbox" },
    newMenuItem: { label: "Capture" },
    order: 0,
    capabilities: ["clipboard"],
  },
  data: InboxData,
  serverFields: ["guess"],
  unsorted: true,
  summary: ({ guess }) => (guess ? { guess: guess as ItemSummary["guess"] } : {}),
});
