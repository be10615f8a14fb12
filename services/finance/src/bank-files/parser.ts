import type { BankFileOptions } from "./statement.ts";

/** Reads the text of a file that comes in pieces, and puts what it finds into an Output. */
export interface FileParser {
  push(text: string): void;
  end(): void;
}

export interface ParserContext {
  options: BankFileOptions;
  /** WHATWG name of the character set that the text was decoded from. */
  encoding: string;
}
