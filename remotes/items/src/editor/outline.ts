export interface Heading {
  level: number;
  title: string;
  /** Where its line begins. */
  from: number;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Headings of a text, in their order; what stands in fenced code is none. */
export function outlineOf(text: string): Heading[] {
  const headings: Heading[] = [];
  let fence = "";
  let from = 0;
  for (const line of text.split("\n")) {
    const opened = FENCE.exec(line)?.[1];
    if (fence) {
      if (opened?.startsWith(fence) && line.trim() === opened) fence = "";
    } else if (opened) fence = opened;
    else {
      const found = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line);
      if (found?.[1] && found[2]) headings.push({ level: found[1].length, title: plain(found[2]), from });
    }
    from += line.length + 1;
  }
  return headings;
}

/** What a menu shows of an outline, and how many headings it leaves out before and behind that. */
export interface Excerpt {
  headings: Heading[];
  before: number;
  behind: number;
}

/** At most so many headings, those around a place of the text. */
export function headingsAround(all: readonly Heading[], place: number, most: number): Excerpt {
  const next = all.findIndex(({ from }) => from > place);
  const middle = next === -1 ? all.length : next;
  const before = Math.max(0, Math.min(middle - Math.ceil(most / 2), all.length - most));
  const headings = all.slice(before, before + most);
  return { headings, before, behind: all.length - before - headings.length };
}

/** Without the signs of marks and the addresses of links. */
const plain = (title: string) =>
  title.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/(\*\*|__|~~|`)(.+?)\1/g, "$2");
