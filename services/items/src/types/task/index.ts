import { TaskData } from "@tessera/contracts/items.ts";
import { definePlugin } from "../plugin.ts";

/** "- [ ] call the bank", "todo: call the bank": signs that somebody meant a task. */
const MARKED = /^\s*(?:[-*]\s*)?\[[ x]?\]\s+|^\s*(?:todo|task)\s*[:!]\s*/i;

/** Something to do. */
export default definePlugin({
  definition: {
    type: "task",
    label: "Task",
    icon: "mdi-checkbox-marked-circle-outline",
    menuItem: { label: "Tasks" },
    newMenuItem: { label: "New task" },
    order: 30,
    defaultData: { done: false, priority: "none", checklist: [] },
  },
  data: TaskData,
  embeddingFields: ["title", "body"],
  getContent: ({ body, data }) =>
    [body, ...((data.checklist ?? []) as { text: string }[]).map((entry) => entry.text)].filter(Boolean).join("\n"),
  handleShare: ({ title, text }) => {
    const firstLine = text.split("\n", 1)[0] ?? "";
    if (!MARKED.test(firstLine)) return null;
    return {
      confidence: 0.9,
      item: { title: title ?? firstLine.replace(MARKED, ""), body: text.split("\n").slice(1).join("\n"), data: {} },
    };
  },
});
