import { checkHtml } from "../html/html-bounds.ts";
import { readCopy, writeCopy } from "./copy-document.ts";
import { MAX_COPY_BYTES } from "./copy-policy.ts";
import { ownElements } from "./own-elements.ts";
import { NOTHING, ownStyles } from "./own-styles.ts";

/** A copy is whole: what it refers to stands in it. */
const NO_PARTS = { sheet: () => null, picture: () => NOTHING };
const NOWHERE = "https://copy.invalid/";

/**
 * A copy of a page that an export brings back: what was made here comes out as it was, byte for byte, and of any other
 * what could run, load or send is gone.
 * @returns null for what is no copy of a page
 */
export function revivedCopy(bytes: Uint8Array): Buffer | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const parts = readCopy(text);
    if (!parts) return null;
    checkHtml(parts.content);
    const styles = parts.styles.map(({ media, css }) => ({ media, css: ownStyles(css, NOWHERE, NO_PARTS) }));
    const content = ownElements(parts.content, { base: NOWHERE, isCopy: true });
    const whole = Buffer.from(writeCopy({ ...parts, styles, content }));
    return whole.length > MAX_COPY_BYTES ? null : whole;
  } catch {
    // No text, or more complex than any page: none of ours.
    return null;
  }
}
