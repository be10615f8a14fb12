import { openSearchPanel } from "@codemirror/search";
import type { TransactionSpec } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { Add20Regular } from "@fluentui/react-icons/svg/add";
import { Code20Regular } from "@fluentui/react-icons/svg/code";
import { Link20Regular } from "@fluentui/react-icons/svg/link";
import { Markdown20Regular } from "@fluentui/react-icons/svg/markdown";
import { Search20Regular } from "@fluentui/react-icons/svg/search";
import { TaskListLtr20Regular } from "@fluentui/react-icons/svg/task-list-ltr";
import { TextBold20Regular } from "@fluentui/react-icons/svg/text-bold";
import { TextBulletList20Regular } from "@fluentui/react-icons/svg/text-bullet-list";
import { TextBulletListTree20Regular } from "@fluentui/react-icons/svg/text-bullet-list-tree";
import { TextHeader2Lines20Regular } from "@fluentui/react-icons/svg/text-header-2-lines";
import { TextItalic20Regular } from "@fluentui/react-icons/svg/text-italic";
import { TextQuote20Regular } from "@fluentui/react-icons/svg/text-quote";
import { TextStrikethrough20Regular } from "@fluentui/react-icons/svg/text-strikethrough";
import { makeStyles, tokens } from "@tessera/fluent";
import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from "@tessera/fluent-data";
import { IconButton, touch } from "@tessera/ui";
import { type KeyboardEvent, memo, type ReactElement, useState } from "react";
import { type LineKind, type MarkName, makeLink, toggleLines, toggleMark } from "./format.ts";
import { type Excerpt, type Heading, headingsAround, outlineOf } from "./outline.ts";

const useStyles = makeStyles({
  bar: {
    position: "sticky",
    top: 0,
    zIndex: 2,
    display: "flex",
    gap: "2px",
    marginBottom: "4px",
    padding: "2px",
    overflowX: "auto",
    scrollbarWidth: "none",
    backgroundColor: tokens.colorNeutralBackground1,
    [touch]: { "& button": { minWidth: "44px !important", height: "44px !important", flexShrink: 0 } },
  },
  gap: { flexGrow: 1 },
});

const MAX_TITLE = 60;
/** Headings of the outline's menu: each is an element, and long texts have thousands. */
const MAX_HEADINGS = 200;

/** What can be done with the text, by mouse and finger; one stop of the Tab key, arrows go along it. */
export const EditorBar = memo(function EditorBar({ view, onSource }: { view: EditorView; onSource: () => void }) {
  const styles = useStyles();
  const [{ headings, before, behind }, setOutline] = useState<Excerpt>({ headings: [], before: 0, behind: 0 });
  const [at, setAt] = useState(0);
  const run = (change: TransactionSpec) => {
    view.dispatch(view.state.update(change, { userEvent: "input.format", scrollIntoView: true }));
    view.focus();
  };
  const mark = (name: MarkName) => () => run(toggleMark(view.state, name));
  const lines = (kind: LineKind) => () => run(toggleLines(view.state, kind));
  const insert = () => {
    const { main, doc } = { main: view.state.selection.main, doc: view.state.doc };
    const before = view.state.sliceDoc(doc.lineAt(main.from).from, main.from);
    const sign = before === "" || /\s$/.test(before) ? "/" : " /";
    view.focus();
    view.dispatch(view.state.update(view.state.replaceSelection(sign), { userEvent: "input" }));
  };
  const goTo = ({ from }: Heading) => {
    const anchor = Math.min(from, view.state.doc.length);
    view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "start", yMargin: 64 }) });
    view.focus();
  };
  const readOutline = () => {
    const { doc, selection } = view.state;
    setOutline(headingsAround(outlineOf(doc.toString()), selection.main.head, MAX_HEADINGS));
  };
  const buttons: { icon: ReactElement; label: string; shortcut?: string; run: () => void }[] = [
    { icon: <TextHeader2Lines20Regular />, label: "Heading", run: lines("heading-2") },
    { icon: <TextBold20Regular />, label: "Bold", shortcut: "Ctrl+B", run: mark("bold") },
    { icon: <TextItalic20Regular />, label: "Italic", shortcut: "Ctrl+I", run: mark("italic") },
    { icon: <TextStrikethrough20Regular />, label: "Struck through", shortcut: "Ctrl+Shift+X", run: mark("struck") },
    { icon: <Code20Regular />, label: "Code", shortcut: "Ctrl+E", run: mark("code") },
    { icon: <Link20Regular />, label: "Link", shortcut: "Ctrl+K", run: () => run(makeLink(view.state)) },
    { icon: <TextBulletList20Regular />, label: "List", run: lines("list") },
    { icon: <TaskListLtr20Regular />, label: "Tasks", run: lines("checkbox") },
    { icon: <TextQuote20Regular />, label: "Quote", run: lines("quote") },
    { icon: <Add20Regular />, label: "Insert", shortcut: "/", run: insert },
    { icon: <Search20Regular />, label: "Find", shortcut: "Ctrl+F", run: () => void openSearchPanel(view) },
  ];
  const outline = buttons.length;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: outline + 1 };
    const next = steps[event.key];
    if (next === undefined || event.target === event.currentTarget) return;
    event.preventDefault();
    event.stopPropagation();
    const all = event.currentTarget.querySelectorAll<HTMLElement>("button");
    const place = (next + all.length) % all.length;
    setAt(place);
    all[place]?.focus();
  };
  const stop = (index: number) => (index === at ? 0 : -1);
  return (
    <div className={styles.bar} role="toolbar" aria-label="Text" onKeyDown={onKeyDown}>
      {buttons.map(({ icon, label, shortcut, run: act }, index) => (
        <IconButton key={label} icon={icon} label={label} shortcut={shortcut} tabIndex={stop(index)} onClick={act} />
      ))}
      <Menu positioning="below-end" onOpenChange={(_, { open }) => open && readOutline()}>
        <MenuTrigger disableButtonEnhancement>
          <IconButton icon={<TextBulletListTree20Regular />} label="Outline" tabIndex={stop(outline)} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {headings.length === 0 && <MenuItem disabled>No headings yet</MenuItem>}
            {before > 0 && <MenuItem disabled>{leftOut(before, "above")}</MenuItem>}
            {headings.map((heading) => (
              <MenuItem key={heading.from} onClick={() => goTo(heading)}>
                <span style={{ paddingLeft: `${(heading.level - 1) * 12}px` }}>
                  {heading.title.slice(0, MAX_TITLE)}
                </span>
              </MenuItem>
            ))}
            {behind > 0 && <MenuItem disabled>{leftOut(behind, "below")}</MenuItem>}
          </MenuList>
        </MenuPopover>
      </Menu>
      <span className={styles.gap} />
      <IconButton
        icon={<Markdown20Regular />}
        label="Source"
        pressed={false}
        tabIndex={stop(outline + 1)}
        onClick={onSource}
      />
    </div>
  );
});

const leftOut = (count: number, where: string) =>
  `${count.toLocaleString()} more ${count === 1 ? "heading" : "headings"} ${where}`;
