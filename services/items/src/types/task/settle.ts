import type { TypePlugin } from "../plugin.ts";

/** A task's "done" and the status "done" mean the same: whichever a change names, the other follows. */
export const settle: TypePlugin["settle"] = (before, patch) => {
  const done = before.data.done === true;
  const named = patch.data?.done;
  if (typeof named === "boolean" && patch.status === undefined && named !== done) {
    if (named && (before.status === "inbox" || before.status === "later")) return { status: "done" };
    if (!named && before.status === "done") return { status: "inbox" };
  }
  if (named === undefined && patch.status !== undefined) {
    if (patch.status === "done" && !done) return { data: { ...patch.data, done: true } };
    if (before.status === "done" && done && patch.status !== "archived" && patch.status !== "trash")
      return { data: { ...patch.data, done: false } };
  }
  return {};
};
