const WORDS =
  "garden invoice kernel recipe atlas compiler harbour glacier violin ledger orchard protocol meadow lantern copper thesis".split(
    " ",
  );
const word = (at: number) => WORDS[at % WORDS.length]!;

/** A browser's export of so many bookmarks, in folders of a hundred, with tags and descriptions. */
export function bookmarksFile(count: number): string {
  const lines = ["<!DOCTYPE NETSCAPE-Bookmark-file-1>", "<TITLE>Bookmarks</TITLE>", "<H1>Bookmarks</H1>", "<DL><p>"];
  for (let at = 0; at < count; at++) {
    if (at % 100 === 0) lines.push(at ? "</DL><p>" : "", `<DT><H3>${word(at / 100)} ${at / 100}</H3>`, "<DL><p>");
    const title = `${word(at)} ${word(at * 7 + 3)} ${word(at * 13 + 5)} ${at}`;
    lines.push(
      `<DT><A HREF="https://${word(at * 3)}.example.org/${at}" ADD_DATE="${1_400_000_000 + at}" TAGS="${word(at)},${word(at * 5 + 1)}">${title}</A>`,
      `<DD>About ${word(at * 11)} and ${word(at * 17 + 2)}, number ${at}.`,
    );
  }
  return [...lines, "</DL><p>", "</DL><p>"].join("\n");
}
