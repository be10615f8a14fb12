import { type ComponentType, type RefObject, useEffect, useState } from "react";
import { loadPart } from "../load-part.ts";
import type { TextEditorProps } from "./editor-props.ts";

type Editor = ComponentType<TextEditorProps>;
let loaded: Editor | null = null;

/**
 * The editor, once it is wanted and there. While the plain field composes a letter it waits: it takes the place of the
 * field, which is shown while somebody writes.
 */
export function useTextEditor(
  wanted: boolean,
  writing: boolean,
  field: RefObject<HTMLTextAreaElement | null>,
): { Editor: Editor | null; failed: boolean } {
  const [Editor, setEditor] = useState<Editor | null>(() => loaded);
  const [failed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field comes and goes with the writing
  useEffect(() => {
    if (!wanted || Editor) return;
    let asked = true;
    let composing = false;
    const show = () => asked && !composing && loaded && setEditor(() => loaded);
    const begin = () => {
      composing = true;
    };
    const end = () => {
      composing = false;
      // The field learns of the letter first.
      setTimeout(show);
    };
    const { current } = field;
    current?.addEventListener("compositionstart", begin);
    current?.addEventListener("compositionend", end);
    loadPart(() => import(/* webpackChunkName: "editor" */ "./text-editor.tsx")).then(
      (part) => {
        loaded = part.default;
        show();
      },
      (error: unknown) => {
        console.error("The editor could not be loaded:", error);
        if (asked) setFailed(true);
      },
    );
    return () => {
      asked = false;
      current?.removeEventListener("compositionstart", begin);
      current?.removeEventListener("compositionend", end);
    };
  }, [wanted, writing, Editor, field]);
  return { Editor, failed };
}
