import type { DecorationItem } from "shiki/core";
import type { CodeLine } from "./lines.ts";

/** What the page asks of the worker. `grammar`, `colours`: when it does not have them yet. */
export type Ask =
  | {
      type: "highlight";
      id: number;
      code: string;
      language: string;
      theme: string;
      decorations: DecorationItem[];
      grammar: unknown;
      colours: unknown;
    }
  | { type: "stop"; id: number };

/** What it answers: lines in their order, then the end or an error. */
export type Tell =
  | { type: "lines"; id: number; lines: CodeLine[] }
  | { type: "done"; id: number; foreground: string; background: string }
  | { type: "failed"; id: number; name: string; message: string };
