import type { Item } from "@tessera/contracts-items/items.ts";
import { MAX_QUOTE_LENGTH } from "@tessera/contracts-items/limits.ts";
import { useQueryClient } from "@tessera/query";
import { useLocation } from "@tessera/router";
import { shell, useCommands } from "@tessera/shell-api";
import { ErrorState } from "@tessera/ui";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Reader } from "../../detail/reader/reader.tsx";
import { announce } from "../../list/announce.ts";
import { isWaiting } from "../../offline/waiting-child.ts";
import { copy } from "../../triage/card-links.ts";
import { quoteAt } from "./find-quote.ts";
import { useFloatingStyles } from "./floating.ts";
import { frameText, placeOf, rangeAt } from "./frame-text.ts";
import { HighlightList } from "./highlight-list.tsx";
import { describe, findHighlights } from "./highlights.ts";
import { drawMarks, highlightAt, marksOf } from "./marks.ts";
import { NoteBox } from "./note-box.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { changeNote, createHighlight, deleteHighlight, useHighlights } from "./use-highlights.ts";
import { endOf, selectedIn, useSelected } from "./use-selected.ts";

/** The readable copy of a page, in which text is highlighted; below it the highlights, and what else there is. */
export function HighlightedReader(props: { item: Item; title: string; html: string; children: ReactNode }) {
  const { item, title, html, children } = props;
  const styles = useFloatingStyles();
  const client = useQueryClient();
  const wanted = new URLSearchParams(useLocation().search).get("highlight");
  const { data: highlights = [], error, refetch } = useHighlights(item.id);
  const [inside, setInside] = useState<Document | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const selected = useSelected(inside);

  const found = useMemo(
    () => (inside ? findHighlights(frameText(inside.body).text, highlights) : []),
    [inside, highlights],
  );
  /** The highlight that had the keyboard: its element is another one once it is drawn again. */
  const focused = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (!inside) return;
    const placed = found.flatMap(({ item: one, place }) =>
      place ? [{ ...place, id: one.id, description: describe(one) }] : [],
    );
    const undraw = drawMarks(inside.body, placed);
    if (focused.current) marksOf(inside.body, focused.current)[0]?.focus({ preventScroll: true });
    return () => {
      const hasKeyboard = inside.defaultView?.frameElement === document.activeElement;
      focused.current = hasKeyboard ? highlightAt(inside.activeElement) : undefined;
      undraw();
    };
  }, [inside, found]);

  /** Goes to the place of a highlight, as by Tab. */
  const go = useCallback(
    (id: string) => {
      const [first] = inside ? marksOf(inside.body, id) : [];
      first?.scrollIntoView({ block: "center" });
      first?.focus({ preventScroll: true });
    },
    [inside],
  );
  const gone = useRef<string>(undefined);
  useEffect(() => {
    if (!wanted || gone.current === wanted || !found.some(({ item: one, place }) => place && one.id === wanted)) return;
    gone.current = wanted;
    // The place where reading stopped is gone to first.
    const frame = requestAnimationFrame(() => go(wanted));
    return () => cancelAnimationFrame(frame);
  }, [wanted, found, go]);

  /** What is selected now: a key may follow a change before the page is drawn with it. */
  const selectedNow = () => inside && selectedIn(inside);
  /** What is selected, quoted; says why where it cannot be. */
  const quoted = () => {
    const now = selectedNow();
    if (!inside || !now) return null;
    const text = frameText(inside.body);
    const quote = quoteAt(text.text, placeOf(text, now.range));
    if (quote && quote.exact.length <= MAX_QUOTE_LENGTH) return quote;
    const most = MAX_QUOTE_LENGTH.toLocaleString();
    shell().notifications.show({ message: `A highlight holds up to ${most} characters.`, intent: "warning" });
    return null;
  };
  const highlight = async (withNote: boolean) => {
    const quote = quoted();
    if (!quote) return;
    const same = found.find(({ place }) => place?.start === quote.start && place.end === quote.end);
    const made = same?.item ?? (await createHighlight(client, item, quote));
    if (!made) return;
    inside?.getSelection()?.removeAllRanges();
    if (withNote || same) setOpenId(made.id);
    else announce(isWaiting(made) ? "Highlighted. It is sent once the connection is back." : "Highlighted");
  };
  const latest = useRef({ highlight, selectedNow, isOpen: false });
  latest.current = { highlight, selectedNow, isOpen: openId !== null };
  useCommands(
    () => [
      {
        id: "items.highlight",
        title: "Highlight the selected text",
        group: "This card",
        ofOpen: true,
        act: "highlight",
        when: () => latest.current.selectedNow() !== null,
        run: () => latest.current.highlight(false),
      },
    ],
    [],
  );

  const onDocument = useCallback((loaded: Document) => {
    setInside(loaded);
    const openMark = (event: Event) => {
      const id = highlightAt(event.target);
      const isLink = (event.target as Element).closest?.("a") !== null;
      if (!id || (event.type === "click" && (isLink || latest.current.selectedNow()))) return;
      event.preventDefault();
      setOpenId(id);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Enter" || event.key === " ") return openMark(event);
      const { selectedNow: selection, isOpen } = latest.current;
      if (event.key === "Escape" && isOpen) setOpenId(null);
      else if (event.key === "Escape" && selection()) loaded.getSelection()?.removeAllRanges();
      else if (event.key === "Tab" && !event.shiftKey && bar.current && selection())
        bar.current.querySelector("button")?.focus();
      else return;
      // Nobody else's key: the card stays open.
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    loaded.addEventListener("click", openMark);
    loaded.addEventListener("keydown", onKey);
    return () => {
      loaded.removeEventListener("click", openMark);
      loaded.removeEventListener("keydown", onKey);
      setInside(null);
    };
  }, []);

  const open = found.find(({ item: one }) => one.id === openId);
  const opened = open?.item;
  const range = inside && open?.place ? rangeAt(frameText(inside.body), open.place) : null;
  const close = () => {
    setOpenId(null);
    if (opened && inside) marksOf(inside.body, opened.id)[0]?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.frame}>
      <Reader item={item} title={title} html={html} onDocument={onDocument}>
        {children}
        {error && highlights.length === 0 ? (
          <ErrorState error={error} title="Highlights could not be loaded" onRetry={() => void refetch()} />
        ) : (
          <HighlightList page={item} found={found} onGo={go} />
        )}
      </Reader>
      {selected && !opened && (
        <SelectionBar
          selected={selected}
          barRef={bar}
          onHighlight={() => void highlight(false)}
          onNote={() => void highlight(true)}
          onCopy={() => void copy(quoteText(selected.range), "Copied")}
          onLeave={() => inside?.defaultView?.focus()}
        />
      )}
      {opened && range && (
        <NoteBox
          key={opened.id}
          item={opened}
          at={endOf(range)}
          onSave={(body) => changeNote(client, item, opened, body)}
          onDelete={() => {
            setOpenId(null);
            inside?.defaultView?.focus();
            deleteHighlight(client, item, opened);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

const quoteText = (range: Range): string => {
  const text = frameText(range.startContainer.ownerDocument!.body);
  return quoteAt(text.text, placeOf(text, range))?.exact ?? "";
};

/** The highlights of a page that has no copy to show them in. */
export function HighlightsAlone({ item }: { item: Item }) {
  const { data = [] } = useHighlights(item.id);
  return <HighlightList page={item} found={data.map((one) => ({ item: one, place: null }))} onGo={() => undefined} />;
}
