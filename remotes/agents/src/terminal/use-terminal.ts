import type { TerminalLine, TerminalMessage, TerminalTone } from "@tessera/contracts-agents/terminal.ts";
import { useNavigate } from "@tessera/router";
import { useUiSettings } from "@tessera/ui";
import { useEffect, useRef, useState } from "react";
import { agents } from "../api.ts";
import { keepLines, linesOfBefore, withLine } from "./line-history.ts";
import { Screen } from "./screen.ts";
import { type LinkState, TerminalLink } from "./terminal-link.ts";

export const PROMPT = "›";
const said = (text: string, tone: TerminalTone): TerminalLine => [{ text, tone }];
/** Each fits into the columns of a phone: a screen breaks lines within words. */
const WELCOME: TerminalLine[] = [
  [{ text: "Tessera", tone: "strong" }, { text: "  commands act on your cards," }],
  [{ text: "queue and agents with your own rights." }],
  [
    { text: "Type ", tone: "dim" },
    { text: "help", tone: "accent" },
    { text: " and press Enter.", tone: "dim" },
  ],
  [{ text: "Esc, then Tab leaves.", tone: "dim" }],
];

export interface Completed {
  from: number;
  words: string[];
}

/** The screen, the connection and the history of one terminal. */
export function useTerminal(reader: boolean, onKey: () => void) {
  const { mode, codeTheme, nonce } = useUiSettings();
  const navigate = useNavigate();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<LinkState>({ name: "connecting" });
  const [isRunning, setIsRunning] = useState(false);
  const screen = useRef<Screen | null>(null);
  const link = useRef<TerminalLink | null>(null);
  const lines = useRef<string[]>(linesOfBefore());
  const running = useRef(0);
  const lastId = useRef(0);
  const asked = useRef<{ id: number; answer(found: Completed): void } | null>(null);
  const latest = useRef({ navigate, onKey });
  latest.current = { navigate, onKey };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effects below tell an open screen what changed
  useEffect(() => {
    const made = new Screen(place.current!, {
      ...{ nonce, mode, codeTheme, reader },
      open: (path) => latest.current.navigate(path),
      onKey: () => latest.current.onKey(),
    });
    screen.current = made;
    made.print(...WELCOME, []);
    let wasOpen = false;
    const end = () => {
      running.current = 0;
      setIsRunning(false);
    };
    const take = (message: TerminalMessage) => {
      if (message.type === "lines" && message.id === running.current) made.print(...message.lines);
      if (message.type === "end" && message.id === running.current) end();
      if (message.type === "completions" && message.id === asked.current?.id) asked.current.answer(message);
    };
    const show = (now: LinkState) => {
      setState(now);
      if (now.name === "open" && wasOpen) made.print(said("Connected again.", "good"));
      if (now.name === "waiting" || now.name === "offline" || now.name === "refused") {
        if (running.current)
          made.print(said("The connection broke while this ran: see what was done before you repeat it.", "warn"));
        end();
      }
      if (now.name === "refused") made.print(said(now.why, "bad"));
      if (now.name === "open") wasOpen = true;
    };
    const ticket = async (signal: AbortSignal) => (await agents.terminalTicket(signal)).ticket;
    link.current = new TerminalLink({ ticket, onMessage: take, onState: show });
    return () => {
      link.current?.end();
      made.end();
    };
  }, []);
  useEffect(() => {
    if (screen.current) screen.current.colours = { mode, codeTheme };
  }, [mode, codeTheme]);
  useEffect(() => {
    if (screen.current) screen.current.reader = reader;
  }, [reader]);

  const print = (...printed: TerminalLine[]) => screen.current?.print(...printed);
  /** What the page answers on its own. @returns whether it did */
  const local = (line: string): boolean => {
    const [, count = ""] = /^history(?:\s+(\d{1,3}))?$/.exec(line) ?? [];
    if (line === "clear") screen.current?.clear();
    else if (/^history(\s+\d{1,3})?$/.test(line)) {
      const first = count ? Math.max(0, lines.current.length - Number(count)) : 0;
      const all = lines.current.map((one, at) => [
        { text: `${String(at + 1).padStart(4)}  `, tone: "dim" as const },
        { text: one },
      ]);
      print(...all.slice(first));
    } else return false;
    return true;
  };
  return {
    place,
    state,
    isRunning,
    lines,
    screen,
    /** @returns whether the line was taken */
    submit(line: string): boolean {
      if (running.current) return false;
      const command = line.trim();
      if (!command) {
        print([{ text: PROMPT, tone: "accent" }]);
        return true;
      }
      if (command !== "clear" && state.name !== "open" && !/^history\b/.test(command)) return false;
      lines.current = withLine(lines.current, line);
      keepLines(lines.current);
      if (command !== "clear")
        print([
          { text: `${PROMPT} `, tone: "accent" },
          { text: line, tone: "strong" },
        ]);
      if (local(command)) return true;
      lastId.current += 1;
      if (!link.current?.send({ type: "run", id: lastId.current, line: command })) return false;
      running.current = lastId.current;
      setIsRunning(true);
      return true;
    },
    stop(): void {
      link.current?.send({ type: "stop", id: running.current });
    },
    complete(line: string, answer: (found: Completed) => void): void {
      lastId.current += 1;
      asked.current = { id: lastId.current, answer };
      link.current?.send({ type: "complete", id: lastId.current, line });
    },
    print,
    connect: () => link.current?.now(),
  };
}
