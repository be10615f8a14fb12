import type { ChangeDesc, Text } from "@codemirror/state";
import type { Tree } from "@lezer/common";

/** A part of a text, in characters from its begin; both ends belong to it. */
export interface Span {
  from: number;
  to: number;
}

/** A block that holds no other blocks, or the mark of a list or a quote. */
export interface Block extends Span {
  /** The parser's own, the same object for as long as the block is not read again. */
  tree: Tree | null;
  /** Where it stands after the changes since; `from` and `to` hold what was written at its ends, too. */
  at: number;
  /** Stands for the lists and quotes around it. */
  around: number;
}

/** The blocks that a part of the text touches, in their order. What stands within them is not read. */
export function blocksIn(tree: Tree, { from, to }: Span): Block[] {
  const blocks: Block[] = [];
  const around = [0];
  tree.iterate({
    from,
    to,
    enter({ type, tree, from, to }) {
      if (type.is("BlockContext")) {
        around.push((around.at(-1)! * 31 + type.id) | 0);
        return true;
      }
      blocks.push({ tree, from, to, at: from, around: around.at(-1)! });
      return false;
    },
    leave({ type }) {
      if (type.is("BlockContext")) around.pop();
    },
  });
  return blocks;
}

/** The blocks where they stand after changes. */
export const moved = (blocks: readonly Block[], changes: ChangeDesc): readonly Block[] =>
  changes.empty
    ? blocks
    : blocks.map(({ tree, around, from, to, at }) => ({
        tree,
        around,
        from: changes.mapPos(from, -1),
        to: changes.mapPos(to, 1),
        at: changes.mapPos(at, 1),
      }));

/** Marks of lists are read again with the list. What holds nothing is drawn by what it is alone. */
const isSameTree = (a: Tree | null, b: Tree | null) =>
  a !== null &&
  b !== null &&
  (a === b || (a.type === b.type && a.length === b.length && a.children.length + b.children.length === 0));
const isSame = (a: Block, b: Block) => a.at === b.at && a.around === b.around && isSameTree(a.tree, b.tree);

/** What one of two lists has and the other does not. */
function others(before: readonly Block[], after: readonly Block[]): Block[] {
  const found: Block[] = [];
  let known = 0;
  for (const block of after) {
    while (known < before.length && before[known]!.at < block.at) found.push(before[known++]!);
    if (known < before.length && isSame(before[known]!, block)) known += 1;
    else found.push(block);
  }
  return [...found, ...before.slice(known)];
}

/**
 * The lines whose look may be another one: those of blocks that were read again, and those that `touched` names, each
 * with all lines of the blocks that stand in them. They are in their order and do not overlap.
 * @param before blocks of an earlier state, where they stand in the text as it is now
 */
export function linesToDraw(
  doc: Text,
  before: readonly Block[],
  after: readonly Block[],
  touched: readonly Span[],
): Span[] {
  const found: Span[] = [];
  for (const one of [...others(before, after), ...touched].toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && one.from >= last.from && one.to <= last.to) continue;
    const lines = withBlocks(doc, one, before, after);
    // What it grew by may reach into what was found before.
    while (found.length > 0 && found.at(-1)!.to >= lines.from) {
      const { from, to } = found.pop()!;
      lines.from = Math.min(lines.from, from);
      lines.to = Math.max(lines.to, to);
    }
    found.push(lines);
  }
  return found;
}

function withBlocks(doc: Text, { from, to }: Span, ...lists: (readonly Block[])[]): Span {
  for (let grows = true; grows; ) {
    from = doc.lineAt(from).from;
    to = doc.lineAt(to).to;
    grows = false;
    for (const blocks of lists)
      for (const block of blocks)
        if (block.from <= to && block.to >= from && (block.from < from || block.to > to)) {
          from = Math.min(from, block.from);
          to = Math.max(to, block.to);
          grows = true;
        }
  }
  return { from, to };
}
