import { type CardsToAsk, shell, useCommands } from "@tessera/shell-api";
import { useRef } from "react";
import { askLine } from "../triage/ask-about.ts";

/**
 * The command that asks about what a list shows, named by what that is.
 * @param count selected cards
 * @param ofOpen whether it is about the card that is open
 */
export function useAskCommand(
  of: CardsToAsk["of"],
  { count, ofOpen }: { count: number; ofOpen: boolean },
  ask: () => Promise<void>,
): void {
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
    const group = ofOpen ? "This card" : "This list";
    return [{ id: "items.ask", title, act: line, keys, group, ofOpen, opensDialog: true, run: () => latest.current() }];
  }, [title, ofOpen]);
}
