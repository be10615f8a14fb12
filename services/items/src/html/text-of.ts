/** Elements whose end ends a line of text. */
const LINE_ENDS = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote|\/pre|\/dd|\/dt)\b[^<>]*>/gi;

/**
 * The text of HTML that was sanitised (each `<` begins a tag there), block elements separated by line breaks. Takes
 * linear time.
 */
export const textOf = (html: string): string =>
  decodeEntities(html.replaceAll(LINE_ENDS, "\n").replaceAll(/<[^<>]*>/g, ""))
    .replaceAll(/[ \t\u00a0]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();

/** sanitize-html escapes exactly these in text. */
const decodeEntities = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
