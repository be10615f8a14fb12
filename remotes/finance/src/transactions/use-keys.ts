import { inList, useCommands } from "@tessera/shell-api";
import { useRef } from "react";

export interface ListKeys {
  move(step: number): void;
  check(): void;
  checkAll(): void;
  categorise(): void;
  edit(): void;
  splits(): void;
  rule(): void;
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
      { id: "finance.next", title: "Next transaction", group, act: "next", hidden: true, run: at("move", 1) },
      {
        id: "finance.previous",
        title: "Previous transaction",
        group,
        act: "previous",
        hidden: true,
        run: at("move", -1),
      },
      { id: "finance.check", title: "Select the transaction", group, act: "select", hidden: true, run: at("check") },
      {
        id: "finance.check-all",
        title: "Select all that are loaded",
        group,
        act: "select-all",
        when: inList,
        run: at("checkAll"),
      },
      {
        id: "finance.categorise",
        title: "Categorise",
        group,
        act: "categorise",
        opensDialog: true,
        run: at("categorise"),
      },
      { id: "finance.edit", title: "Edit in the list", group, act: "open", run: at("edit") },
      {
        id: "finance.splits",
        title: "Change all of it, its splits too",
        group,
        act: "edit-whole",
        opensDialog: true,
        run: at("splits"),
      },
      { id: "finance.make-rule", title: "Make a rule of the transaction", group, opensDialog: true, run: at("rule") },
      { id: "finance.add", title: "Add a transaction", group, act: "add", opensDialog: true, run: at("add") },
      { id: "finance.delete", title: "Delete", group, act: "remove", run: at("remove") },
      { id: "finance.search", title: "Search transactions", group, act: "search", run: at("search") },
      { id: "finance.undo", title: "Undo", group, act: "undo", run: at("undo") },
      { id: "finance.escape", title: "Clear the selection", group, act: "leave", hidden: true, run: at("escape") },
    ],
    [],
  );
}
