/**
 * The language that is spoken into the field that has the keyboard: that of its text, where the page says it.
 * @param own the person's language, BCP 47; it stays where the text is of the same one, for its region
 */
export function spokenIn(own: string, document: Document = globalThis.document): string {
  const field = document.activeElement?.closest("body [lang]");
  const text = field?.getAttribute("lang");
  return text && text !== own.split("-", 1)[0] ? text : own;
}
