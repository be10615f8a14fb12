import { momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { dayOf, startOfDay, wallTime } from "@tessera/contracts-core/days.ts";
import type { TaskData } from "@tessera/contracts-items/items.ts";
import { nextDay } from "@tessera/contracts-items/words/repeat.ts";
import type { z } from "zod";
import type { TypePlugin } from "../plugin.ts";
import { nextByRule } from "./rule.ts";

/** The next day of a task, at the same time by the person's clock, with no step of it done. */
export const next: TypePlugin["next"] = ({ data, dueAt }, today, timeZone, how) => {
  const { repeat, dueDay, checklist = [] } = data as z.infer<typeof TaskData>;
  if (!repeat || !dueAt) return null;
  const wall = wallTime(new Date(dueAt), timeZone);
  const due = dueDay ?? wall.slice(0, 10);
  const counted = how === "completed" ? repeat : { ...repeat, after: undefined };
  const from = counted.after ? today : due;
  const day = repeat.rule ? nextByRule(repeat.rule, from, today) : nextDay(due, today, counted);
  if (!day || dayOf(new Date(dueAt), timeZone) >= LAST_DAY) return null;
  const time = dueDay === undefined ? wall.slice(11, 16) : null;
  return {
    data: {
      done: false,
      checklist: checklist.map((step) => ({ ...step, done: false })),
      ...(time === null ? { dueDay: day } : {}),
    },
    dueAt: momentOfDue({ day, time }, timeZone).toISOString(),
    from: startOfDay(day, timeZone),
  };
};

/** Dates of items end with the year 9999; the longest step is 365 years. */
const LAST_DAY = "9600-01-01";
