import type { EditorState } from "@codemirror/state";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { EditorView as View } from "@codemirror/view";
import { lazy, type RefObject, Suspense, useCallback, useContext, useEffect, useId, useRef, useState } from "react";
import { CardId } from "../detail/edit-request.tsx";
import { loadPart } from "../load-part.ts";
import type { ListField, ListKeys } from "../mentions/caret-list.tsx";
import { type Trigger, triggerAt } from "../mentions/trigger.ts";
import { BlockMenu } from "./block-menu.tsx";
import { listAttributes } from "./create-view.ts";
import { type Block, type SlashTrigger, slashAt } from "./slash.ts";

const Picker = lazy(async () => ({ default: (await loadPart(() => import("../mentions/picker.tsx"))).Picker }));

type Open = { kind: "card"; trigger: Trigger } | { kind: "block"; trigger: SlashTrigger };

/** The lists behind "@", "[[" and "/" in an editor. */
export function useEditorLists(view: RefObject<EditorView | null>, frame: RefObject<HTMLElement | null>) {
  const cardId = useContext(CardId);
  const listId = useId();
  const [open, setOpen] = useState<Open | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const keys = useRef<ListKeys | null>(null);
  /** Where a list was closed: more letters there do not open it again. */
  const closed = useRef<number | null>(null);
  const wasOpen = useRef(false);
  wasOpen.current = open !== null;

  const look = useCallback((update: ViewUpdate) => {
    if (!update.docChanged && !update.selectionSet) return;
    // What an input method has not settled yet is no name.
    if (update.view.composing) return;
    const found = openAt(update.state);
    if (found?.trigger.from !== closed.current) closed.current = null;
    const typed = update.transactions.some((one) => one.isUserEvent("input"));
    const stays = found !== null && closed.current === null && (typed || wasOpen.current);
    if (stays || wasOpen.current) setOpen(stays ? found : null);
  }, []);
  const placeOf = useCallback(
    (index: number) => {
      const box = frame.current?.getBoundingClientRect();
      const at = view.current?.coordsAtPos(index);
      if (!box || !at) return { left: 0, top: 0, width: 0 };
      return { left: at.left - box.left, top: at.bottom - box.top, width: box.width };
    },
    [view, frame],
  );
  const close = () => {
    closed.current = open?.trigger.from ?? null;
    setOpen(null);
  };
  const pickCard = ({ from, to }: Trigger, text: string) => {
    setOpen(null);
    const { current } = view;
    if (!current) return;
    const insert = /^\s/.test(current.state.sliceDoc(to, to + 1)) ? text : `${text} `;
    current.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: "input",
    });
    current.focus();
  };
  const pickBlock = ({ from, to }: SlashTrigger, block: Block) => {
    setOpen(null);
    const { current } = view;
    if (!current) return;
    current.dispatch({ changes: { from, to }, userEvent: "delete" });
    const today = new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(new Date());
    current.dispatch(current.state.update(block.make(current.state, today), { userEvent: "input.block" }));
    current.focus();
  };
  useEffect(() => {
    const attributes: Record<string, string> = active
      ? { "aria-activedescendant": active, "aria-controls": listId }
      : {};
    view.current?.dispatch({ effects: listAttributes.reconfigure(View.contentAttributes.of(attributes)) });
  }, [active, listId, view]);
  const field: ListField = { id: listId, placeOf, keys, onActive: setActive, onClose: close };
  return {
    look,
    /** Keys that a list takes are not the editor's. */
    takes(event: KeyboardEvent): boolean {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.isComposing;
      if (!plain || !keys.current?.(event.key)) return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
    /** Opens the list that what stands before the keyboard asks for. */
    begin: (state: EditorState) => setOpen(openAt(state)),
    close: () => setOpen(null),
    list: open && (
      <Suspense>
        {open.kind === "card" ? (
          <Picker {...field} trigger={open.trigger} cardId={cardId} onPick={pickCard} />
        ) : (
          <BlockMenu {...field} trigger={open.trigger} onPick={pickBlock} />
        )}
      </Suspense>
    ),
  };
}

function openAt(state: EditorState): Open | null {
  const { main } = state.selection;
  if (!main.empty) return null;
  const line = state.doc.lineAt(main.head);
  const card = triggerAt(line.text, main.head - line.from);
  if (card) {
    const trigger = { ...card, from: card.from + line.from, to: card.to + line.from };
    return { kind: "card", trigger };
  }
  const block = slashAt(line.text, line.from, main.head);
  return block && { kind: "block", trigger: block };
}
