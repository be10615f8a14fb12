import { createContext, useContext, useEffect, useRef } from "react";

/** What a key asks to be edited. */
export type EditPart = "title" | "text";

/** Id of the card that the fields inside belong to. */
export const CardId = createContext<string | null>(null);

/** Waits for the field: the card may have to be loaded first. The newest request holds. */
let asked: { id: string; part: EditPart } | null = null;
const fields = new Set<() => void>();

/** Brings the keyboard to a part of a card, now or once it is shown. */
export function askEdit(id: string, part: EditPart): void {
  asked = { id, part };
  for (const answer of [...fields]) answer();
}

/** Calls `begin` when this part of the card around it is to be edited. */
export function useEditRequest(part: EditPart, begin: () => void): void {
  const id = useContext(CardId);
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    const answer = () => {
      if (asked?.id !== id || asked?.part !== part) return;
      asked = null;
      latest.current();
    };
    fields.add(answer);
    answer();
    return () => void fields.delete(answer);
  }, [id, part]);
}
