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

/** Without the signs of marks and the addresses of links. */
const plain = (title: string) =>
  title.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/(\*\*|__|~~|`)(.+?)\1/g, "$2");
