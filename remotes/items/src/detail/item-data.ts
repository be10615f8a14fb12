import type { BookmarkData, InboxData, Item, MailData, TaskData } from "@tessera/contracts/items.ts";
import type { z } from "zod";

type Data<T extends z.ZodType> = z.output<T>;
type DataOf = {
  task: Data<typeof TaskData>;
  mail: Data<typeof MailData>;
  bookmark: Partial<Data<typeof BookmarkData>>;
  inbox: Data<typeof InboxData>;
};

const DEFAULTS: DataOf = {
  task: { done: false, priority: "none", checklist: [] },
  mail: { from: [], to: [], cc: [], date: null, html: null, warnings: [] },
  bookmark: {},
  inbox: {},
};

/** The type's own fields of a card; the service has checked them, and leaves out those that are empty. */
export const dataOf = <T extends keyof DataOf>(type: T, item: Item): DataOf[T] => ({ ...DEFAULTS[type], ...item.data });
