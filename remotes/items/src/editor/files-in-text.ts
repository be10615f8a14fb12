import { syntaxTree } from "@codemirror/language";
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { filesIn, pastedFiles } from "../uploads/files-in.ts";

const begin = StateEffect.define<{ id: object; at: number; words: string }>();
const end = StateEffect.define<object>();

/** Says in the text that a file is on its way. */
class OnItsWay extends WidgetType {
  constructor(
    readonly id: object,
    readonly words: string,
  ) {
    super();
  }
  override eq(other: OnItsWay): boolean {
    return other.id === this.id;
  }
  override toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = "cm-quiet";
    element.setAttribute("role", "status");
    element.textContent = this.words;
    return element;
  }
}

const onTheirWay = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    let places = before.map(changes);
    for (const effect of effects) {
      if (effect.is(begin)) {
        const { id, at, words } = effect.value;
        places = places.update({ add: [Decoration.widget({ widget: new OnItsWay(id, words), id }).range(at)] });
      } else if (effect.is(end)) places = places.update({ filter: (_, __, { spec }) => spec.id !== effect.value });
    }
    return places;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function isInTable(state: EditorState, at: number): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, -1); node; node = node.parent)
    if (node.name === "Table") return true;
  return false;
}

/**
 * Files that are pasted or dropped become cards; a picture is shown where it was put, another file is linked there.
 * @param keep makes cards of files. @returns what is written into the text for each
 */
export function filesInText(keep: (files: File[]) => Promise<string[]>): Extension {
  const put = (view: EditorView, files: File[], at: number) => {
    const id = {};
    const words = files.length === 1 ? `Keeping “${files[0]?.name}”…` : `Keeping ${files.length} files…`;
    view.dispatch({ effects: begin.of({ id, at, words }) });
    void keep(files).then((texts) => {
      let place: number | null = null;
      view.state.field(onTheirWay).between(0, view.state.doc.length, (from, _, { spec }) => {
        if (spec.id === id) place = from;
      });
      const { lineBreak } = view.state;
      // What stands behind the last cell of a row belongs to the table.
      const begins = place !== null && isInTable(view.state, place) ? lineBreak + lineBreak : "";
      const insert = view.state.toText(begins + texts.map((text) => text + lineBreak).join(""));
      const changes = place === null ? [] : { from: place, insert };
      view.dispatch({ changes, effects: end.of(id), userEvent: "input.paste" });
    });
  };
  return [
    onTheirWay,
    EditorView.domEventHandlers({
      paste(event, view) {
        const files = event.clipboardData ? pastedFiles(event.clipboardData) : [];
        if (files.length === 0 || view.state.readOnly) return false;
        event.preventDefault();
        view.dispatch(view.state.replaceSelection(""));
        put(view, files, view.state.selection.main.head);
        return true;
      },
      drop(event, view) {
        const files = event.dataTransfer ? filesIn(event.dataTransfer) : [];
        if (files.length === 0 || view.state.readOnly) return false;
        event.preventDefault();
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
        put(view, files, at);
        return true;
      },
    }),
  ];
}
