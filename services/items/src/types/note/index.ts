import { NoteData } from "@tessera/contracts-items/items.ts";
import { definePlugin } from "../plugin.ts";

/** Markdown that only a written text has: a heading, a list, or several lines. */
const STRUCTURE = /^#{1,6} |^[-*] \S|\n\s*\n/m;

/** A text in Markdown. */
export default definePlugin({
  definition: {
    type: "note",
    label: "Note",
    icon: "mdi-note-text-outline",
    menuItem: { label: "Notes" },
    newMenuItem: { label: "New note" },
    order: 10,
    capabilities: ["clipboard"],
  },
  data: NoteData,
  handleShare: ({ title, text }) => {
    if (!text.trim()) return null;
    return { confidence: STRUCTURE.test(text) ? 0.8 : 0.4, item: { title, body: text, data: {} } };
  },
});
