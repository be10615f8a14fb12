/** The symbols that stand for control characters: U+2400 and after it. */
const PICTURES = 0x2400;
const DELETE = 0x7f;

/**
 * Text as it may stand in a line of a terminal: what would move the cursor, colour, delete, or turn the direction of
 * writing is shown as a symbol and does nothing.
 */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (found) => {
    if (found === "\n" || found === "\t" || found === "\r") return " ";
    const code = found.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(PICTURES + code);
    return code === DELETE ? "\u2421" : "\ufffd";
  });
}
