/** Sizes of paper in points, 72 an inch, upright. */
const PAPERS: [name: string, width: number, height: number][] = [
  ["A3", 841.9, 1190.6],
  ["A4", 595.3, 841.9],
  ["A5", 419.5, 595.3],
  ["Letter", 612, 792],
  ["Legal", 612, 1008],
];
/** Points by which programs miss a size. */
const OFF = 3;

/** The size of a page as people call it: "A4", "A4 landscape"; null for another. */
export function paperOf(width: number, height: number): string | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const found = PAPERS.find(([, w, h]) => Math.abs(w - short) < OFF && Math.abs(h - long) < OFF);
  return found ? `${found[0]}${width > height ? " landscape" : ""}` : null;
}
