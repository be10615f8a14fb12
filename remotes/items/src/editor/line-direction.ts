import type { Extension, Range } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type PluginValue, ViewPlugin } from "@codemirror/view";

/** A letter of the scripts that are written from right to left. */
const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const OWN = Decoration.line({ attributes: { dir: "auto" } });

/** The lines that are seen and have such letters: the first letter of each decides where it begins. */
function linesFromRight({ state: { doc }, visibleRanges }: EditorView): DecorationSet {
  const lines: Range<Decoration>[] = [];
  let end = -1;
  for (const { from, to } of visibleRanges)
    for (let at = Math.max(from, end + 1); at <= to; at = end + 1) {
      const line = doc.lineAt(at);
      if (FROM_RIGHT.test(line.text)) lines.push(OWN.range(line.from));
      end = line.to;
    }
  return Decoration.set(lines);
}

interface Lines extends PluginValue {
  seen: DecorationSet;
}

/** Lines of Hebrew or Arabic begin at the right, and the keys move in them as they are read. */
export const lineDirection: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define<Lines>(
    (view) => ({
      seen: linesFromRight(view),
      update(update) {
        if (update.docChanged || update.viewportChanged) this.seen = linesFromRight(update.view);
      },
    }),
    { decorations: ({ seen }) => seen },
  ),
];
