import { momentOfDue } from "@tessera/contracts-core/day-words.ts";
import { dayOf, startOfDay, wallTime } from "@tessera/contracts-core/days.ts";
import type { TaskData } from "@tessera/contracts-items/items.ts";
import { nextDay } from "@tessera/contracts-items/words/repeat.ts";
import type { z } from "zod";
import type { TypePlugin } from "../plugin.ts";

/** The same task on its next day, at the same time by the person's clock, with nothing of it done. */
export const next: TypePlugin["next"] = ({ data, dueAt }, today, timeZone) => {
  const { repeat, dueDay, next: _, checklist = [], ...rest } = data as z.infer<typeof TaskData>;
  if (!repeat || !dueAt) return null;
  const wall = wallTime(new Date(dueAt), timeZone);
  const day = nextDay(dueDay ?? dayOf(new Date(dueAt), timeZone), today, repeat);
  const time = dueDay === undefined ? wall.slice(11, 16) : null;
  return {
    data: {
      ...rest,
      repeat,
      done: false,
      checklist: checklist.map((step) => ({ ...step, done: false })),
      ...(time === null ? { dueDay: day } : {}),
    },
    dueAt: momentOfDue({ day, time }, timeZone).toISOString(),
    from: startOfDay(day, timeZone),
  };
};
