import { defineLanguageFacet, Language, languageDataProp, ParseContext } from "@codemirror/language";
import { type Input, Parser, type PartialParse, type Tree, type TreeFragment } from "@lezer/common";
import { GFM, parser } from "@lezer/markdown";

const data = defineLanguageFacet({ closeBrackets: { brackets: [] } });

/** Characters behind what is seen that are parsed with it; the editor's own choice, 100,000, is work at each key. */
export const PARSED_AHEAD = 5_000;

/** Parses no further than a little behind what is seen, as the editor's parsers of programs do. */
class NearParse implements PartialParse {
  private wanted: number | null = null;
  constructor(
    private readonly whole: PartialParse,
    private readonly end: number,
    private readonly context: ParseContext,
  ) {
    if (this.near < end) whole.stopAt(this.near);
  }

  private get near(): number {
    return Math.min(this.end, this.context.viewport.to + PARSED_AHEAD);
  }

  get parsedPos(): number {
    return this.whole.parsedPos;
  }

  get stoppedAt(): number | null {
    return this.wanted;
  }

  stopAt(position: number): void {
    this.wanted = position;
    this.whole.stopAt(Math.min(position, this.near));
  }

  advance(): Tree | null {
    const tree = this.whole.advance();
    const stopped = this.whole.stoppedAt;
    const wanted = this.wanted ?? this.end;
    // Parsed once it is seen.
    if (tree && stopped !== null && stopped < wanted) this.context.skipUntilInView(stopped, wanted);
    return tree;
  }
}

class NearParser extends Parser {
  constructor(private readonly whole: Parser) {
    super();
  }
  createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    const parse = this.whole.createParse(input, fragments, ranges);
    const context = ParseContext.get();
    return context ? new NearParse(parse, input.length, context) : parse;
  }
}

/**
 * Markdown as GitHub has it. @codemirror/lang-markdown would bring the grammars of HTML, CSS and JavaScript with it:
 * 60 kB more, for colours in raw HTML.
 */
const markdown = parser.configure([GFM, { props: [languageDataProp.add((type) => (type.isTop ? data : undefined))] }]);

export const markdownLanguage = new Language(data, new NearParser(markdown), [], "markdown");
