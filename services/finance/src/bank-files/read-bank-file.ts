import { detectFormat } from "./detect-format.ts";
import { charset, EncodingSurvey } from "./encoding.ts";
import { MAX_BYTES } from "./limits.ts";
import { LineCounter } from "./lines.ts";
import { Output, StopReading } from "./output.ts";
import type { FileParser } from "./parser.ts";
import { type FileFacts, readerOf } from "./parsers.ts";
import type { BankFile, BankFileEvent, BankFileOptions, Statement } from "./statement.ts";

/** Bytes handled at once. */
const CHUNK = 64 * 1024;

/** Goes once through all bytes of a file. */
interface Pass {
  push(bytes: Uint8Array): void;
  end(): void;
  /** Nothing more is wanted of the file. */
  done: boolean;
}

/**
 * Reads a file of transactions that a bank or another program exported: OFX 1 and 2, QIF, CAMT.052–054, MT940 and
 * MT942, CSV. The content says which one it is. Never throws because of the content: `problems` says what was left out.
 * @param name of the file, with its extension
 */
export function readBankFile(bytes: Uint8Array, name: string, options: BankFileOptions = {}): BankFile {
  const file: BankFile = { format: null, encoding: "utf-8", statements: [], problems: [] };
  const out = new Output();
  for (const pass of passes(name, options, out)) {
    for (let at = 0; at < bytes.length && !pass.done; at += CHUNK) {
      pass.push(bytes.subarray(at, at + CHUNK));
      for (const event of out.take()) addEvent(file, event);
    }
    pass.end();
  }
  for (const event of out.take()) addEvent(file, event);
  return file;
}

/**
 * The same for large files: holds no more than a few pieces of the file. The file is read two or three times, as only
 * all of it says its character set and in which order its dates are.
 * @param open begins to read the file from its start
 */
export async function* streamBankFile(
  open: () => AsyncIterable<Uint8Array>,
  name: string,
  options: BankFileOptions = {},
): AsyncGenerator<BankFileEvent, void> {
  const out = new Output();
  for (const pass of passes(name, options, out)) {
    for await (const chunk of open()) {
      for (let at = 0; at < chunk.length && !pass.done; at += CHUNK) {
        pass.push(chunk.subarray(at, at + CHUNK));
        yield* out.take();
      }
      if (pass.done) break;
    }
    pass.end();
  }
  yield* out.take();
}

function* passes(name: string, options: BankFileOptions, out: Output): Generator<Pass, void> {
  const first = new FirstPass();
  yield first;
  if (first.size > MAX_BYTES) {
    out.file({ format: null, encoding: "utf-8" });
    out.error(1, `This file is larger than ${MAX_BYTES / 1024 / 1024} MB. Split it and import the parts.`);
    return;
  }
  const wanted = options.encoding ?? options.profile?.encoding;
  const encoding = (wanted && charset(wanted)) || first.encoding;
  const head = new TextDecoder(encoding).decode(first.beginning, { stream: true });
  const detected = detectFormat(head, name);
  if (detected.format === null) {
    out.file({ format: null, encoding });
    out.error(1, detected.reason);
    return;
  }
  let facts: FileFacts = { ...detected, encoding, profile: options.profile };
  const reader = readerOf(detected.format, options, head, encoding);
  if (typeof reader !== "function") {
    yield new TextPass(encoding, reader.parser, out, false);
    facts = { ...facts, ...reader.facts() };
  }
  out.file(facts);
  const make = typeof reader === "function" ? reader : reader.make;
  yield new TextPass(encoding, make(out, { options, encoding }), out, true);
}

class FirstPass implements Pass {
  size = 0;
  encoding = "utf-8";
  private readonly survey = new EncodingSurvey();

  get done(): boolean {
    return this.size > MAX_BYTES;
  }

  get beginning(): Uint8Array {
    return this.survey.beginning;
  }

  push(bytes: Uint8Array) {
    this.size += bytes.length;
    this.survey.push(bytes);
  }

  end() {
    this.encoding = this.survey.end();
  }
}

class TextPass implements Pass {
  done = false;
  private readonly decoder: TextDecoder;
  private readonly lines = new LineCounter();
  private strange = false;

  private readonly encoding: string;
  private readonly parser: FileParser;
  private readonly out: Output;
  private readonly tells: boolean;

  /** @param tells whether the pass may add to the output */
  constructor(encoding: string, parser: FileParser, out: Output, tells: boolean) {
    this.encoding = encoding;
    this.parser = parser;
    this.out = out;
    this.tells = tells;

    this.decoder = new TextDecoder(encoding);
  }

  push(bytes: Uint8Array) {
    this.guarded(() => this.text(this.decoder.decode(bytes, { stream: true })));
  }

  end() {
    if (!this.done)
      this.guarded(() => {
        this.text(this.decoder.decode());
        this.parser.end();
      });
    if (this.tells) this.out.finish(this.lines.line);
  }

  private text(text: string) {
    if (!text) return;
    if (this.tells && !this.strange && text.includes("\ufffd")) {
      this.strange = true;
      const before = new LineCounter(this.lines);
      before.add(text.slice(0, text.indexOf("\ufffd")));
      this.out.warn(before.line, `Some characters are not readable as ${this.encoding}. Choose another character set.`);
    }
    this.parser.push(text);
    this.lines.add(text);
  }

  private guarded(act: () => void) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof StopReading)) throw error;
      this.done = true;
    }
  }
}

/** Puts what a stream gives into a file in memory. */
export function addEvent(file: BankFile, event: BankFileEvent) {
  if (event.kind === "file") {
    const { kind, ...facts } = event;
    Object.assign(file, facts);
  } else if (event.kind === "problem") file.problems.push(event.problem);
  else if (event.kind === "statement")
    file.statements[event.head.index] = { ...event.head, ...UNFINISHED, entries: [] } satisfies Statement;
  else if (event.kind === "entry") file.statements[event.statement]!.entries.push(event.entry);
  else Object.assign(file.statements[event.statement]!, event.end);
}

/** What a statement says before its end; it has one unless reading was stopped. */
const UNFINISHED = { entryCount: 0, sum: 0, check: { result: "unstated", difference: 0 } } as const;
