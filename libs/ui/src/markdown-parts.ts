/** Characters of a text up to which it is one part. */
const MAX_WHOLE = 20_000;
/** Characters after which a part of a longer text ends at the next place where it may. */
const PART = 5_000;
/** Characters of all definitions of links together: each part has them. */
const MAX_DEFINITIONS = 5_000;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HTML = /^ {0,3}<[a-z/!?]/i;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s*\S/;
/** A heading or a paragraph: whatever stands before the empty line above it ends there. */
const BEGINS = /^(?:#{1,6}[ \t]|\p{L}|(?:\*\*|__)\p{L})/u;

/**
 * A long text in Markdown as parts that mean alone what they mean in it. They end before a heading or a paragraph; a
 * part behind raw HTML is not divided: what that opens may end anywhere. Each has the definitions of links at its end.
 */
export function partsOf(text: string): string[] {
  if (text.length <= MAX_WHOLE) return [text];
  const parts: string[] = [];
  const definitions: string[] = [];
  let fence = "";
  let hasHtml = false;
  let isBehindEmptyLine = false;
  let begin = 0;
  let from = 0;
  for (const line of text.split("\n")) {
    const fenced = FENCE.exec(line)?.[1];
    if (fence) {
      if (fenced?.startsWith(fence) && line.trim() === fenced) fence = "";
    } else if (fenced) fence = fenced;
    else {
      hasHtml ||= HTML.test(line);
      if (DEFINITION.test(line)) definitions.push(line);
      if (!hasHtml && isBehindEmptyLine && from - begin >= PART && BEGINS.test(line)) {
        parts.push(text.slice(begin, from));
        begin = from;
      }
    }
    isBehindEmptyLine = line.trim() === "";
    from += line.length + 1;
  }
  parts.push(text.slice(begin));
  if (definitions.length === 0) return parts;
  const known = definitions.join("\n");
  return known.length > MAX_DEFINITIONS ? [text] : parts.map((part) => `${part}\n\n${known}`);
}
