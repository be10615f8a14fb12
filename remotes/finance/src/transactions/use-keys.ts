import { useCommands } from "@tessera/shell-api";
import { useRef } from "react";

export interface ListKeys {
  move(step: number): void;
  check(): void;
  checkAll(): void;
  categorise(): void;
  edit(): void;
  splits(): void;
  add(): void;
  remove(): void;
  search(): void;
  undo(): void;
  escape(): void;
}

/** The keys of the list, also offered by the palette; they always do what the newest render means. */
export function useKeys(actions: ListKeys): void {
  const latest = useRef(actions);
  latest.current = actions;
  const group = "Transactions";
  const at =
    (name: keyof ListKeys, ...given: [number?]) =>
    () =>
      (latest.current[name] as (step?: number) => void)(...given);
  useCommands(
    () => [
      { id: "finance.next", title: "Next transaction", group, keys: "j", hidden: true, run: at("move", 1) },
      { id: "finance.previous", title: "Previous transaction", group, keys: "k", hidden: true, run: at("move", -1) },
      { id: "finance.check", title: "Select the transaction", group, keys: "x", hidden: true, run: at("check") },
      { id: "finance.check-all", title: "Select all that are loaded", group, run: at("checkAll") },
      { id: "finance.categorise", title: "Categorise", group, keys: "c", opensDialog: true, run: at("categorise") },
      { id: "finance.edit", title: "Edit in the list", group, keys: "e", run: at("edit") },
      { id: "finance.splits", title: "Change all of it, its splits too", group, keys: "s", run: at("splits") },
      { id: "finance.add", title: "Add a transaction", group, keys: "n", opensDialog: true, run: at("add") },
      { id: "finance.delete", title: "Delete", group, keys: "[Shift]+#", run: at("remove") },
      { id: "finance.search", title: "Search transactions", group, keys: "/", run: at("search") },
      { id: "finance.undo", title: "Undo", group, keys: "z", run: at("undo") },
      { id: "finance.escape", title: "Clear the selection", group, keys: "Escape", hidden: true, run: at("escape") },
    ],
    [],
  );
}
