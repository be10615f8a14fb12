import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";

/** The box of a task, in place of its "[ ]". */
export class TaskBox extends WidgetType {
  constructor(
    readonly done: boolean,
    readonly words: string,
  ) {
    super();
  }
  override eq(other: TaskBox): boolean {
    return other.done === this.done && other.words === this.words;
  }
  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = this.done;
    box.className = "cm-task-box";
    box.setAttribute("aria-label", this.words || "Task");
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("click", (event) => {
      event.preventDefault();
      const from = view.posAtDOM(box);
      const sign = view.state.sliceDoc(from, from + 3);
      if (!/^\[[ xX]\]$/.test(sign) || view.state.readOnly) return;
      view.dispatch({
        changes: { from: from + 1, to: from + 2, insert: sign === "[ ]" ? "x" : " " },
        userEvent: "input",
      });
    });
    return box;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

/** What a task says, without its box. */
export function taskWords(node: SyntaxNode, slice: (from: number, to: number) => string): string {
  const task = node.parent;
  return task ? slice(node.to, task.to).trim().slice(0, 120) : "";
}
