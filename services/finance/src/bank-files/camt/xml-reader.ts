import { Parser } from "htmlparser2";
import { MAX_DEPTH, MAX_MARKUP, MAX_TEXT } from "../limits.ts";
import type { Output } from "../output.ts";
import type { Element } from "./element.ts";

/** Elements of one subtree that are kept; more only in files made to fill memory. */
const MAX_ELEMENTS = 5_000;

export interface XmlHandler {
  /** @returns whether the element is wanted whole, with all below it */
  begins(name: string, line: number): boolean;
  /** A wanted element, complete unless `cut`: then the file ended inside it, or its end tag is missing. */
  element(element: Element, cut: boolean): void;
  /** Another element ends. */
  ends(name: string, line: number): void;
}

/** XML without DTD and entities of its own, piece by piece, in bounded memory; broken XML as far as it goes. */
export class XmlReader {
  private readonly parser: Parser;
  private readonly path: Element[] = [];
  private depth = 0;
  private elements = 0;
  private idle = 0;
  private line = 1;
  private base = 0;
  private chunk = "";
  private counted = 0;

  private readonly handler: XmlHandler;
  private readonly out: Output;
  private readonly never: string;
  private readonly early: string;

  constructor(
    handler: XmlHandler,
    out: Output,
    /** Elements that hold another wanted one of their own name only when their end tag is missing. */
    never: string,
    /** Elements that are handed over as soon as they end, before the wanted one that they are in. */
    early: string,
  ) {
    this.handler = handler;
    this.out = out;
    this.never = never;
    this.early = early;

    this.parser = new Parser(
      {
        onopentag: (name, attributes) => this.begin(name, attributes),
        ontext: (text) => this.text(text),
        onclosetag: (name, implied) => this.finish(name, implied),
        onprocessinginstruction: (name) => this.instruction(name),
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  push(text: string) {
    this.chunk = text;
    this.counted = 0;
    this.idle += text.length;
    this.parser.write(text);
    this.lineHere(this.base + text.length);
    this.base += text.length;
    if (this.idle > MAX_MARKUP) this.out.stop(this.line, "A tag of this file does not end. Export the file again.");
  }

  end() {
    this.chunk = "";
    this.counted = 0;
    this.parser.end();
  }

  /** Line of a position in the text; positions only grow. */
  private lineHere(position: number): number {
    const until = Math.min(position - this.base, this.chunk.length);
    for (; this.counted < until; this.counted += 1) if (this.chunk.charCodeAt(this.counted) === 10) this.line += 1;
    return this.line;
  }

  private begin(prefixed: string, attributes: Record<string, string>) {
    this.idle = 0;
    const line = this.lineHere(this.parser.startIndex);
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.out.stop(line, "The elements of this file are inside one another too deep.");
    const name = prefixed.slice(prefixed.indexOf(":") + 1);
    if (name === this.never && this.path[0]?.name === name) this.give(this.path.splice(0)[0]!, true);
    const parent = this.path.at(-1);
    if (!parent && !this.handler.begins(name, line)) return;
    this.elements = parent ? this.elements + 1 : 1;
    const element: Element = { name, line, text: "", children: [] };
    const currency = Object.hasOwn(attributes, "Ccy") ? attributes.Ccy : undefined;
    if (currency) element.currency = currency.slice(0, 10);
    if (parent && this.elements <= MAX_ELEMENTS) parent.children.push(element);
    this.path.push(element);
  }

  private text(text: string) {
    this.idle = 0;
    const element = this.path.at(-1);
    if (element && element.text.length < MAX_TEXT) element.text += text.slice(0, MAX_TEXT);
  }

  private finish(prefixed: string, implied: boolean) {
    this.idle = 0;
    this.depth -= 1;
    const element = this.path.pop();
    const name = prefixed.slice(prefixed.indexOf(":") + 1);
    // `implied` without a name of its own is also what a self-closing tag has; those hold nothing.
    const cut = implied && (element?.children.length ?? 0) > 0;
    if (!element) this.handler.ends(name, this.lineHere(this.parser.endIndex));
    else if (this.path.length === 0 || name === this.early) this.give(element, cut);
  }

  private give(element: Element, cut: boolean) {
    const parent = this.path.at(-1);
    if (parent?.children.at(-1) === element) parent.children.pop();
    this.elements = Math.max(0, this.elements - 1 - countOf(element));
    this.handler.element(element, cut);
  }

  private instruction(name: string) {
    this.idle = 0;
    if (/^!(?:doctype|entity)/iu.test(name))
      this.out.stop(this.line, "This file defines its own entities (DTD), which no bank does. It is not read.");
  }
}

const countOf = (element: Element): number => element.children.reduce((sum, child) => sum + 1 + countOf(child), 0);
