import { makeStyles, tokens } from "@tessera/fluent";
import { htmlPolicy, trustedHtml } from "@tessera/ui";
import DOMPurify, { type Config } from "dompurify";
import { marked } from "marked";
import { useMemo } from "react";

const useStyles = makeStyles({
  root: {
    maxWidth: "584px",
    fontSize: "16px",
    lineHeight: "26px",
    overflowWrap: "anywhere",
    "& p, & ul, & ol, & pre, & blockquote, & table": { margin: "0 0 16px" },
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
    "& code": {
      padding: "1px 4px",
      borderRadius: "4px",
      fontFamily: tokens.fontFamilyMonospace,
      fontSize: "14px",
      backgroundColor: tokens.colorNeutralBackground4,
    },
    "& pre": {
      padding: "12px 16px",
      borderRadius: "8px",
      overflowX: "auto",
      backgroundColor: "var(--codebg)",
      color: "#CAD3F5",
    },
    "& pre code": { padding: 0, lineHeight: "20px", backgroundColor: "transparent" },
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

/** Markdown to HTML that holds no script, no style, no form and no frame; links open in a new tab. */
export function markdownToHtml(text: string): string {
  const made = marked.parse(text, { async: false, gfm: true, breaks: true });
  const clean = DOMPurify.sanitize(made, {
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
  const html = useMemo(() => trustedHtml(markdownToHtml(text)), [text]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by markdownToHtml
  return <div className={styles.root} dangerouslySetInnerHTML={{ __html: html }} />;
}
