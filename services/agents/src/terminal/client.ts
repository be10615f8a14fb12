import { ProblemError } from "@tessera/contracts-core/problem-error.ts";
import { type Apis, apisOf } from "./apis.ts";
import { Numbers } from "./command.ts";
import { LineMistake } from "./command-line.ts";
import type { Row } from "./row.ts";
import { runLine } from "./run-line.ts";

/** How the process ends: all was done; a service refused something; what was typed is wrong; nobody answers. */
export const EXIT = { done: 0, refused: 1, mistake: 2, unreachable: 3 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** Where a line's output goes. */
export interface Printer {
  row(row: Row): Promise<void>;
  failure(sentence: string): void;
}

/** What is wrong with how the client is set up, in a sentence. */
export class SetUpMistake extends Error {
  override name = "SetUpMistake";
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @throws SetUpMistake */
export function readSetUp({ TESSERA_URL, TESSERA_TOKEN }: Partial<Record<string, string>>) {
  if (!TESSERA_URL || !URL.canParse(TESSERA_URL))
    throw new SetUpMistake("Set TESSERA_URL to the address of the product, as in: TESSERA_URL=https://tessera.example");
  const { protocol, hostname, origin } = new URL(TESSERA_URL);
  if (protocol !== "https:" && (protocol !== "http:" || !LOOPBACK.test(hostname)))
    throw new SetUpMistake("TESSERA_URL must begin with https://: over http:// others could read the token.");
  if (!TESSERA_TOKEN || /\s/.test(TESSERA_TOKEN))
    throw new SetUpMistake("Set TESSERA_TOKEN to an API token. Make one under Settings, API tokens.");
  return { origin, token: TESSERA_TOKEN };
}

/** The terminal's commands against a running product, with an API token: its rights are the token's. */
export class TerminalClient {
  private readonly numbers = new Numbers();
  private readonly origin: string;
  private readonly token: string;
  private readonly printer: Printer;

  /** Fields, not parameter properties: Node.js runs this as it stands. */
  constructor(origin: string, token: string, printer: Printer) {
    this.origin = origin;
    this.token = token;
    this.printer = printer;
  }

  apis(signal: AbortSignal): Apis {
    return apisOf({ originOf: () => this.origin }, () => this.token, { signal, device: "Tessera terminal" });
  }

  /** Runs one line; what went wrong is said. */
  async run(line: string, signal: AbortSignal): Promise<Exit> {
    try {
      const caller = { userId: "", email: "" };
      const rows = runLine(line, { apis: this.apis(signal), caller, numbers: this.numbers, signal });
      for await (const row of rows) await this.printer.row(row);
      return EXIT.done;
    } catch (error) {
      if (signal.aborted) throw error;
      const [exit, sentence] = this.failureOf(error);
      // A server that repeats what it was sent is not believed.
      this.printer.failure(sentence.replaceAll(this.token, "…"));
      return exit;
    }
  }

  /**
   * Runs lines until one fails. Empty ones, and those that begin with #, are left out. Numbers stand for what an
   * earlier line listed.
   */
  async runAll(lines: AsyncIterable<string> | Iterable<string>, signal: AbortSignal): Promise<Exit> {
    for await (const line of lines) {
      if (!line.trim() || line.trimStart().startsWith("#")) continue;
      const exit = await this.run(line, signal);
      if (exit !== EXIT.done) return exit;
    }
    return EXIT.done;
  }

  private failureOf(error: unknown): [Exit, string] {
    if (error instanceof LineMistake) return [EXIT.mistake, error.message];
    if (error instanceof ProblemError) return [EXIT.refused, error.message];
    return [EXIT.unreachable, `${this.origin} does not answer as Tessera does. Check TESSERA_URL.`];
  }
}
