import { type ItemCapture, type ItemTypeEntry, shell } from "@tessera/shell-api";

/** A card type that people make by hand, with its code. */
export interface Capture {
  type: string;
  words: NonNullable<ItemTypeEntry["capture"]>;
  code: ItemCapture;
}

/**
 * The types that people make by hand, in their order. One whose code cannot be loaded is left out and reported.
 * @throws Error when there is none at all
 */
export async function loadCaptures(): Promise<Capture[]> {
  const { itemTypes, report } = shell().contributions;
  const entries = itemTypes.flatMap(({ type, capture }) => (capture ? [{ type, words: capture }] : []));
  const codes = await Promise.allSettled(entries.map(({ words }) => words.code.load()));
  const captures = entries.flatMap((entry, index): Capture[] => {
    const result = codes[index]!;
    if (result.status === "fulfilled") return [{ ...entry, code: result.value }];
    report(entry.words.code.owner, result.reason);
    return [];
  });
  const failed = codes.find((result) => result.status === "rejected");
  if (captures.length === 0 && failed) throw failed.reason;
  return captures.sort((a, b) => a.words.order - b.words.order);
}

/** The type that a text looks most like. */
export function recognise(text: string, captures: readonly Capture[]): Capture {
  const sure = new Map(captures.map((capture) => [capture, capture.code.recognise(text)]));
  return captures.reduce((best, capture) => (sure.get(capture)! > sure.get(best)! ? capture : best));
}
