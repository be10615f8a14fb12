import { type ItemSummary, TaskData } from "@tessera/contracts-items/items.ts";
import { TASK_MARK } from "@tessera/contracts-items/task-mark.ts";
import { reminderWords } from "@tessera/contracts-items/words/reminder.ts";
import { type Repeat, repeatWords } from "@tessera/contracts-items/words/repeat.ts";
import { definePlugin } from "../plugin.ts";
import { next } from "./next.ts";
import { faultOf } from "./rule.ts";
import { settle } from "./settle.ts";

/** What a row says of how much it matters; the usual is not said. */
const PRIORITY: Record<string, string> = { high: "High priority", medium: "Medium priority", low: "Low priority" };

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
  data: TaskData.superRefine(({ repeat }, context) => {
    const message = repeat?.rule && faultOf(repeat.rule);
    if (message) context.addIssue({ code: "custom", path: ["repeat", "rule"], message });
  }),
  settle,
  serverFields: ["occurrence", "next"],
  next,
  assignable: true,
  summary: ({ done, priority, reminder, assignee }) => ({
    done: done === true,
    ...(assignee ? { assignee: assignee as ItemSummary["assignee"] } : {}),
    ...(typeof reminder === "number" ? { reminder } : {}),
    ...(priority === "low" || priority === "medium" || priority === "high" ? { priority } : {}),
  }),
  due: { kind: "task-due", completed: { done: true }, open: { done: false }, urgent: { priority: "high" } },
  embeddingFields: ["title", "body"],
  getRow: ({ body, data }) => {
    const steps = (data.checklist ?? []) as { done: boolean }[];
    const done = steps.filter((step) => step.done).length;
    return [
      data.repeat ? repeatWords(data.repeat as Repeat) : "",
      PRIORITY[String(data.priority)] ?? "",
      typeof data.reminder === "number" ? `Reminder ${reminderWords(data.reminder, data.dueDay !== undefined)}` : "",
      steps.length > 0 ? `${done} of ${steps.length} steps` : "",
      body,
    ];
  },
  getContent: ({ body, data }) =>
    [body, ...((data.checklist ?? []) as { text: string }[]).map((entry) => entry.text)].filter(Boolean).join("\n"),
  handleShare: ({ title, text }) => {
    const firstLine = text.split("\n", 1)[0] ?? "";
    if (!TASK_MARK.test(firstLine)) return null;
    return {
      confidence: 0.9,
      item: { title: title ?? firstLine.replace(TASK_MARK, ""), body: text.split("\n").slice(1).join("\n"), data: {} },
    };
  },
});
