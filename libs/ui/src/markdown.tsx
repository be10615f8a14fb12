import { makeStyles, tokens } from "@tessera/fluent";
import { htmlPolicy, trustedHtml, useUiSettings } from "@tessera/ui";
import DOMPurify, { type Config } from "dompurify";
import { Marked, type Tokens } from "marked";
import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";

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
    "& > :first-child": { marginTop: 0 },
    "& > :last-child": { marginBottom: 0 },
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
    "& hr": { border: "none", borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
    "& th, & td": {
      padding: "4px 12px 4px 0",
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
      textAlign: "left",
    },
    "& li:has(> input[type=checkbox])": { listStyleType: "none", marginLeft: "-20px" },
    "& input[type=checkbox]": { marginRight: "8px" },
  },
});

/** A block of code, which React draws. */
interface Code {
  code: string;
  language: string;
}

/** Where the code blocks are in the HTML, each with its number. */
const CODE_PLACE = "data-code";

/** The code that stands in `text`, in its order, and HTML that has an empty element for each. */
export function splitCode(text: string): { html: string; blocks: Code[] } {
  const blocks: Code[] = [];
  const marked = new Marked({
    gfm: true,
    breaks: true,
    renderer: {
      code({ text: code, lang = "" }: Tokens.Code) {
        blocks.push({ code, language: lang.split(/\s/)[0] || "text" });
        return `<div ${CODE_PLACE}="${blocks.length - 1}"></div>`;
      },
    },
  });
  return { html: marked.parse(text, { async: false }), blocks };
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

/** A note as its writer meant it: reading size, at most 584 px wide. */
export function Markdown({ text }: { text: string }) {
  const styles = useStyles();
  const { html, blocks } = useMemo(() => {
    const split = splitCode(text);
    return { html: trustedHtml(cleanHtml(split.html)), blocks: split.blocks };
  }, [text]);
  const root = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<readonly HTMLElement[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the places are those of this HTML
  useLayoutEffect(() => {
    setPlaces([...root.current!.querySelectorAll<HTMLElement>(`[${CODE_PLACE}]`)]);
  }, [html]);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by cleanHtml */}
      <div ref={root} className={styles.root} dangerouslySetInnerHTML={{ __html: html }} />
      {places.map((place, index) => {
        // The writer may have written such an element, too.
        const block = blocks[Number(place.getAttribute(CODE_PLACE))];
        return block && createPortal(<Block {...block} />, place, `${index}`);
      })}
    </>
  );
}

function Block({ code, language }: Code) {
  const { codeTheme } = useUiSettings();
  return (
    <Suspense fallback={<pre>{code}</pre>}>
      <CodeBlock code={code} language={language} theme={codeTheme} />
    </Suspense>
  );
}
