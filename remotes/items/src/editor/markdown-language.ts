import { defineLanguageFacet, Language, languageDataProp } from "@codemirror/language";
import { type Input, Parser, type PartialParse, TreeFragment } from "@lezer/common";
import { GFM, parser } from "@lezer/markdown";

const data = defineLanguageFacet({ closeBrackets: { brackets: [] } });

/** Characters of the first piece of what is parsed already; each further piece ends twice as far from the begin. */
const FIRST_PIECE = 1024;

/**
 * What was parsed before, in pieces that grow with their distance from the begin of the text. Of one piece the parser
 * takes groups of blocks as they are, up to a quarter of what lies before the piece; of a text in one piece it takes
 * block after block, at each key.
 */
function inPieces(fragment: TreeFragment): TreeFragment[] {
  const pieces: TreeFragment[] = [];
  for (let { from } = fragment; from < fragment.to; ) {
    const to = Math.min(fragment.to, Math.max(FIRST_PIECE, 2 * from));
    const { tree, offset } = fragment;
    const isFirst = from === fragment.from;
    const isLast = to === fragment.to;
    pieces.push(new TreeFragment(from, to, tree, offset, !isFirst || fragment.openStart, !isLast || fragment.openEnd));
    from = to;
  }
  return pieces;
}

/** Parses a long text again in the time of a short one, wherever it was changed. */
class LongTextParser extends Parser {
  constructor(private readonly whole: Parser) {
    super();
  }
  createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    return this.whole.createParse(input, fragments.flatMap(inPieces), ranges);
  }
}

/**
 * Markdown as GitHub has it. @codemirror/lang-markdown would bring the grammars of HTML, CSS and JavaScript with it:
 * 60 kB more, for colours in raw HTML.
 */
const markdown = parser.configure([GFM, { props: [languageDataProp.add((type) => (type.isTop ? data : undefined))] }]);

export const markdownLanguage = new Language(data, new LongTextParser(markdown), [], "markdown");
