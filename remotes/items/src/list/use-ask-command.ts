import { type CardsToAsk, shell, useCommands } from "@tessera/shell-api";
import { useRef } from "react";
import { askLine } from "../triage/ask-about.ts";

/** The command that asks about what a list shows, named by what that is. @param count selected cards */
export function useAskCommand(of: CardsToAsk["of"], count: number, ask: () => Promise<void>): void {
  const latest = useRef(ask);
  latest.current = ask;
  const title =
    of === "search"
      ? "Ask about these results"
      : count > 1
        ? `Ask about ${count.toLocaleString()} selected cards`
        : "Ask about this card";
  useCommands(() => {
    const line = askLine();
    if (!line) return [];
    const keys = shell()
      .commands.keyMap()
      .find(({ id }) => id === line)?.keys[0];
    return [
      { id: "items.ask", title, act: line, keys, group: "This list", opensDialog: true, run: () => latest.current() },
    ];
  }, [title]);
}
