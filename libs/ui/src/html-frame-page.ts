import { darkTheme, lightTheme } from "./theme.ts";

/** How the text of a frame is set. */
export interface FrameText {
  font: "sans" | "serif";
  /** In px. */
  size: number;
  /** Height of a line as a multiple of the size. */
  lineHeight: number;
}

const DEFAULT_TEXT: FrameText = { font: "sans", size: 16, lineHeight: 1.625 };
const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, Charter, Georgia, serif';

/** Sets the text of a document that `framePage` made, in place: nothing is loaded again. */
export function setText(document: Document, { font, size, lineHeight }: FrameText = DEFAULT_TEXT): void {
  const { style } = document.documentElement;
  style.setProperty("--size", `${size}px`);
  style.setProperty("--line", String(lineHeight));
  style.setProperty("--font", font === "serif" ? SERIF : lightTheme.fontFamilyBase);
}

/** A picture that stands by its id has its room before it is there; its place holder has the same proportions. */
const withPlaces = (html: string) =>
  html
    .replaceAll(
      /<img data-picture="([\w-]+)" width="(\d+)" height="(\d+)"/g,
      (_, id, width, height) =>
        `<img data-picture="${id}" width="${width}" height="${height}" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'/%3E"`,
    )
    // Of copies that were made before pictures were kept: the page loads nothing from outside.
    .replaceAll(/<img\b[^<>]* src="https?:[^<>]*>/g, "");

/** A whole document around sanitised HTML. */
export function framePage(html: string, mode: "light" | "dark", nonce: string | undefined): string {
  const theme = mode === "dark" ? darkTheme : lightTheme;
  const style = `
    html { color-scheme: ${mode} }
    body { display: flow-root; margin: 0; overflow-x: auto; overflow-y: hidden; overflow-wrap: anywhere;
      background: ${theme.colorNeutralBackground1}; color: ${theme.colorNeutralForeground1};
      font: var(--size)/var(--line) var(--font) }
    body > :first-child, body > :first-child > :first-child { margin-top: 0 }
    a { color: inherit; text-underline-offset: 3px }
    mark[data-highlights] { background: ${theme.mark}; color: inherit; border-radius: 2px; cursor: pointer }
    mark[data-highlights]:focus-visible { outline: 2px solid ${theme.ink}; outline-offset: 1px }
    img, video { max-width: 100%; height: auto }
    img[data-picture] { display: block; border-radius: 4px; background: ${theme.colorNeutralBackground3} }
    img[data-picture][data-there] { background: none }
    figure { margin: 1em 0 } figcaption { font-size: .875em; color: ${theme.colorNeutralForeground3} }
    pre { overflow-x: auto; padding: 12px 16px; border-radius: 8px; background: ${theme.codebg}; color: #cad3f5; font: .875em/1.45 ${theme.fontFamilyMonospace} }
    code { font-family: ${theme.fontFamilyMonospace}; font-size: .875em } pre code { font-size: inherit }
    blockquote { margin: 0 0 1em; padding-left: 12px; border-left: 3px solid ${theme.colorNeutralStroke1} }
    h1, h2, h3 { font-size: 1.25em; line-height: 1.4 } table { border-collapse: collapse; max-width: 100% }
    ${mode === "dark" ? `font { color: inherit } img:not([data-picture]) { background: #f5f5f5 }` : ""}`;
  return `<!doctype html><html><head><meta charset="utf-8"><base target="_blank"><style${nonce ? ` nonce="${nonce}"` : ""}>${style}</style></head><body dir="auto">${withPlaces(html)}</body></html>`;
}
