import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { loadPart } from "../load-part.ts";
import { isAddress, makeLink } from "./format.ts";

/** Longest HTML that becomes Markdown, in characters; of more the plain text is taken. */
const MAX_PASTED_HTML = 2_000_000;

/** HTML that says more than its text. */
const FORMATTED =
  /<(?:h[1-6]|ul|ol|li|table|a|strong|b|em|i|del|s|blockquote|pre|code|img|hr)[\s>]|mso-list|font-weight|font-style/i;

const inCode = (state: EditorState): boolean => {
  for (let node = syntaxTree(state).resolveInner(state.selection.main.from, -1); ; ) {
    if (/Code/.test(node.name)) return true;
    if (!node.parent) return false;
    node = node.parent;
  }
};

/** An address over a selection makes it a link; what has a format becomes Markdown. All else is pasted as it is. */
export const paste: Extension = EditorView.domEventHandlers({
  paste(event, view) {
    const { state } = view;
    const { clipboardData: data } = event;
    if (!data || state.readOnly || inCode(state)) return false;
    const plain = data.getData("text/plain");
    const { main } = state.selection;
    if (!main.empty && isAddress(plain) && state.doc.lineAt(main.from).to >= main.to) {
      const address = plain.trim();
      if (isAddress(state.sliceDoc(main.from, main.to))) return false;
      view.dispatch(state.update(makeLink(state, address), { userEvent: "input.paste" }));
      event.preventDefault();
      return true;
    }
    const html = data.getData("text/html");
    // What is copied from an editor of code is code.
    if (!FORMATTED.test(html) || html.length > MAX_PASTED_HTML || data.types.includes("vscode-editor-data"))
      return false;
    event.preventDefault();
    void convert(html, plain).then((text) => {
      const change = view.state.replaceSelection(view.state.toText(text));
      view.dispatch(view.state.update(change, { userEvent: "input.paste", scrollIntoView: true }));
    });
    return true;
  },
});

/** The plain text where nothing can be made of the HTML. */
async function convert(html: string, plain: string): Promise<string> {
  try {
    const { htmlToMarkdown } = await loadPart(() => import("./html-to-markdown.ts"));
    return htmlToMarkdown(html) || plain;
  } catch (error) {
    console.error("What was pasted keeps no format:", error);
    return plain;
  }
}
