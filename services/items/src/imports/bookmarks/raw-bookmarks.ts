import { atBeginning, type BookmarksState, type RawBookmark } from "./parse-bookmarks.ts";

/** Characters read at once: each segment is a content of its own, so that a long file takes its turns with others. */
const SEGMENT = 256 * 1024;
/** Characters in which a beginning of an entry is waited for. */
const MAX_SEGMENT = 4 * SEGMENT;

/** Reads one segment somewhere safe. */
export type ReadSegment = (segment: {
  text: string;
  state: BookmarksState;
  last: boolean;
}) => Promise<{ bookmarks: RawBookmark[]; state: BookmarksState }>;

/**
 * Reads the Netscape bookmark format as browsers and services write it, segment by segment, whatever is unclosed or
 * wrongly nested. Pocket's export, a plain list of links with times, is read too. Links of other pages are not
 * bookmarks and left alone.
 */
export async function* rawBookmarks(file: AsyncIterable<string>, read: ReadSegment): AsyncGenerator<RawBookmark> {
  let state = atBeginning;
  let text = "";
  for await (const piece of file) {
    text += piece;
    if (text.length < SEGMENT) continue;
    const end = endOfSegment(text);
    if (end === 0) continue;
    const segment = await read({ text: text.slice(0, end), state, last: false });
    text = text.slice(end);
    state = segment.state;
    yield* segment.bookmarks;
  }
  yield* (await read({ text, state, last: true })).bookmarks;
}

/** Where the last entry begins that is not complete; 0 to wait for more. */
function endOfSegment(text: string): number {
  for (const tag of ["<DT", "<dt", "<Dt"]) {
    let at = text.lastIndexOf(tag);
    // One within an attribute follows no white space or tag.
    while (at > 0 && !/[\s>]/.test(text[at - 1]!)) at = text.lastIndexOf(tag, at - 1);
    if (at > 0) return at;
  }
  if (text.length < MAX_SEGMENT) return 0;
  const at = text.lastIndexOf("<");
  return at > 0 ? at : text.length;
}
