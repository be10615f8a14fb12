import { makeStyles, tokens } from "@tessera/fluent";
import { htmlPolicy, touch, trustedHtml, useUiSettings } from "@tessera/ui";
import DOMPurify, { type Config } from "dompurify";
import { Marked, type Tokens } from "marked";
import {
  type ComponentType,
  lazy,
  type MouseEvent,
  memo,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { partsOf } from "./markdown-parts.ts";

/** Most notes have no code. */
const CodeBlock = lazy(async () => ({ default: (await import("@tessera/code")).CodeBlock }));

const useStyles = makeStyles({
  root: {
    maxWidth: "584px",
    fontSize: "16px",
    lineHeight: "26px",
    overflowWrap: "anywhere",
    "& p, & ul, & ol, & pre:not(figure *), & blockquote, & table": { margin: "0 0 16px" },
    "& ul, & ol": { paddingLeft: "24px" },
    "& h1, & h2, & h3, & h4": {
      margin: "24px 0 8px",
      fontSize: "20px",
      lineHeight: "28px",
      fontWeight: 600,
      letterSpacing: "-.01em",
    },
    "& > :first-child > :first-child": { marginTop: 0 },
    "& > :last-child > :last-child": { marginBottom: 0 },
    "& a": {
      color: "inherit",
      textDecorationLine: "underline",
      textDecorationColor: tokens.colorNeutralStrokeAccessible,
      textUnderlineOffset: "3px",
    },
    // Code blocks bring their own look.
    "& code:not(figure *)": {
      padding: "1px 4px",
      borderRadius: "4px",
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: "14px",
      backgroundColor: tokens.colorNeutralBackground4,
    },
    "& pre:not(figure *)": {
      padding: "12px 16px",
      borderRadius: "8px",
      overflowX: "auto",
      backgroundColor: "var(--codebg)",
      color: "#CAD3F5",
    },
    "& pre code:not(figure *)": { padding: 0, lineHeight: "20px", backgroundColor: "transparent" },
    "& blockquote": {
      paddingLeft: "12px",
      borderLeft: `3px solid ${tokens.colorNeutralStroke1}`,
      color: tokens.colorNeutralForeground2,
    },
    "& img": { maxWidth: "100%", height: "auto" },
    "& table": { borderCollapse: "collapse" },
    "& hr": { border: "none", borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
    "& th, & td": {
      padding: "4px 12px 4px 0",
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    // A column that its text aligns keeps that.
    "& th:not([align])": { textAlign: "start" },
    // Each paragraph has the direction of its own writing.
    "& :is(p, li, h1, h2, h3, h4, th, td)": { unicodeBidi: "plaintext" },
    "& input[type=checkbox]": { width: "16px", height: "16px", margin: "0 8px 0 0", verticalAlign: "-2px" },
    "& input[type=checkbox]:enabled": { cursor: "pointer" },
    // The lines of a task stand below each other, beside its box.
    "& li:has(> input[type=checkbox])": { listStyleType: "none", marginLeft: "-24px", paddingLeft: "26px" },
    "& li > input[type=checkbox]": { marginLeft: "-26px" },
    [touch]: {
      "& input[type=checkbox]": { width: "24px", height: "24px", verticalAlign: "-6px" },
      "& li:has(> input[type=checkbox])": { paddingLeft: "36px" },
      "& li > input[type=checkbox]": { marginLeft: "-36px" },
    },
  },
  /** Laid out once it is near what is seen. Its margins do not meet those of the part before. */
  part: { contentVisibility: "auto", "& > :is(h1, h2, h3, h4):first-child": { marginTop: "8px" } },
});

/** A block of code, which React draws. */
interface Code {
  code: string;
  language: string;
}

/** A picture that is a card of its own, by the address of the card. */
export interface CardPicture {
  address: string;
  alt: string;
}

/** Where the code blocks and the pictures of cards are in the HTML, each with its number. */
const CODE_PLACE = "data-code";
const PICTURE_PLACE = "data-picture";
const CARD = /^\/items\/[a-z][a-z0-9-]*\/[0-9a-f-]{36}$/;

const TASK = "data-task";

interface Parts {
  blocks: Code[];
  pictures: CardPicture[];
  /** How many boxes of tasks there are. */
  tasks: number;
}

/**
 * The code and the pictures of cards in `text`, in their order, and HTML that has an empty element for each.
 * @param canTick whether boxes of tasks can be pressed; each has its number, from `firstTask` on
 */
export function splitParts(text: string, canTick = false, firstTask = 0): Parts & { html: string } {
  const blocks: Code[] = [];
  const pictures: CardPicture[] = [];
  let tasks = 0;
  const marked = new Marked({
    gfm: true,
    breaks: true,
    renderer: {
      code({ text: code, lang = "" }: Tokens.Code) {
        blocks.push({ code, language: lang.split(/\s/)[0] || "text" });
        return `<div ${CODE_PLACE}="${blocks.length - 1}"></div>`;
      },
      checkbox({ checked }: Tokens.Checkbox) {
        tasks += 1;
        const state = `${checked ? " checked" : ""}${canTick ? "" : " disabled"}`;
        return `<input type="checkbox" ${TASK}="${firstTask + tasks - 1}"${state}> `;
      },
      image({ href: address, text: alt }: Tokens.Image) {
        if (!CARD.test(address)) return false;
        pictures.push({ address, alt });
        return `<span ${PICTURE_PLACE}="${pictures.length - 1}"></span>`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { html, blocks, pictures, tasks };
}

/** HTML without script, style, form and frame; links open in a new tab. */
export function cleanHtml(html: string): string {
  const clean = DOMPurify.sanitize(html, {
    FORBID_TAGS: ["style", "form", "button", "textarea", "select", "iframe", "object", "video", "audio"],
    FORBID_ATTR: ["style", "class", "id", "name"],
    RETURN_DOM_FRAGMENT: true,
    // A policy of its own would have a name that the next release of a remote could not take in the same page.
    TRUSTED_TYPES_POLICY: htmlPolicy as Config["TRUSTED_TYPES_POLICY"],
  });
  for (const link of clean.querySelectorAll("a")) {
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noreferrer noopener");
  }
  for (const box of clean.querySelectorAll("input[type=checkbox]"))
    box.setAttribute("aria-label", box.closest("li")?.textContent?.trim() || "Step");
  const holder = document.createElement("div");
  holder.append(clean);
  return holder.innerHTML;
}

/** A picture of a card where nobody shows it: a link to the card. */
function PictureLink({ address, alt }: CardPicture) {
  return <a href={address}>{alt || "Image"}</a>;
}

/** A part of a text as it is drawn. */
interface Drawn extends Parts {
  source: string;
  canTick: boolean;
  firstTask: number;
  html: ReturnType<typeof trustedHtml>;
}

/** @param before the same parts as they were drawn before: what is the same stays */
function draw(sources: readonly string[], canTick: boolean, before: readonly Drawn[]): Drawn[] {
  let firstTask = 0;
  return sources.map((source, index) => {
    const known = before[index];
    const isSame = known?.source === source && known.canTick === canTick && known.firstTask === firstTask;
    const drawn = isSame ? known : drawPart(source, canTick, firstTask);
    firstTask += drawn.tasks;
    return drawn;
  });
}

function drawPart(source: string, canTick: boolean, firstTask: number): Drawn {
  const { html, ...parts } = splitParts(source, canTick, firstTask);
  return { source, canTick, firstTask, html: trustedHtml(cleanHtml(html)), ...parts };
}

const tasksOf = (drawn: readonly Drawn[]) => drawn.reduce((sum, { tasks }) => sum + tasks, 0);

/** Longest wait for an idle browser between two parts, in ms. */
const MAX_IDLE_WAIT = 200;

/** Safari has no idle callbacks. @returns what cancels it */
function whenIdle(then: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(then);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(then, { timeout: MAX_IDLE_WAIT });
  return () => cancelIdleCallback(request);
}

/**
 * A note as its writer meant it: reading size, at most 584 px wide. Of a long one the begin is there at once, the rest
 * part by part while nothing else is to be done.
 * @param props.Picture shows a picture that is a card of its own; without it there is a link
 * @param props.onTick a box of a task was pressed: its number, and how many there are; without it none can be pressed
 */
export function Markdown(props: {
  text: string;
  Picture?: ComponentType<CardPicture>;
  onTick?: (task: number, tasks: number) => void;
}) {
  const { text, Picture = PictureLink, onTick } = props;
  const styles = useStyles();
  const canTick = onTick !== undefined;
  const sources = useMemo(() => partsOf(text), [text]);
  const [count, setCount] = useState(1);
  const known = useRef<readonly Drawn[]>([]);
  const drawn = useMemo(() => draw(sources.slice(0, count), canTick, known.current), [sources, count, canTick]);
  useEffect(() => {
    known.current = drawn;
    if (drawn.length === sources.length) return;
    return whenIdle(() => setCount(drawn.length + 1));
  }, [drawn, sources]);
  const pressed = useRef<string | null>(null);
  const press = (event: MouseEvent) => {
    const task = (event.target as Element).getAttribute(TASK);
    if (task === null || !onTick) return;
    // The text says whether it is done.
    event.preventDefault();
    pressed.current = task;
    known.current = draw(sources, canTick, known.current);
    onTick(Number(task), tasksOf(known.current));
  };
  const root = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box is one of this HTML
  useLayoutEffect(() => {
    // The box that had the keyboard went with the HTML of before.
    if (pressed.current !== null) root.current!.querySelector<HTMLElement>(`[${TASK}="${pressed.current}"]`)?.focus();
    pressed.current = null;
  }, [drawn]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside are what is pressed, by key as well
    // biome-ignore lint/a11y/useKeyWithClickEvents: Space on a box is a click
    <div ref={root} className={styles.root} onClick={press}>
      {drawn.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
        <Part key={index} drawn={part} isOfMany={sources.length > 1} Picture={Picture} />
      ))}
    </div>
  );
}

/** Height of a part before it is laid out, in px for each of its characters. */
const HEIGHT = 0.6;

const Part = memo(function Part(props: { drawn: Drawn; isOfMany: boolean; Picture: ComponentType<CardPicture> }) {
  const { drawn, isOfMany, Picture } = props;
  const { html, blocks, pictures, source } = drawn;
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are those of this HTML
  useLayoutEffect(
    () => setPlaces([...root.current!.querySelectorAll<HTMLElement>(`[${CODE_PLACE}], [${PICTURE_PLACE}]`)]),
    [html],
  );
  return (
    <>
      <div
        ref={root}
        className={isOfMany ? styles.part : undefined}
        style={isOfMany ? { containIntrinsicHeight: `auto ${Math.round(source.length * HEIGHT)}px` } : undefined}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {places.map((place, index) => {
        // The writer may have written such an element, too.
        const block = blocks[Number(place.getAttribute(CODE_PLACE) ?? Number.NaN)];
        const picture = pictures[Number(place.getAttribute(PICTURE_PLACE) ?? Number.NaN)];
        if (block) return createPortal(<Block {...block} />, place, `${index}`);
        return picture && createPortal(<Picture {...picture} />, place, `${index}`);
      })}
    </>
  );
});

function Block({ code, language }: Code) {
  const { codeTheme } = useUiSettings();
  return (
    <Suspense fallback={<pre>{code}</pre>}>
      <CodeBlock code={code} language={language} theme={codeTheme} />
    </Suspense>
  );
}
