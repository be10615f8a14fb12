import { CARD_SCRIPT } from "./card-typing.ts";
import { type Html, html } from "./html.ts";

/** The mark: four tiles of a mosaic, one offset. */
const mark = html`<svg class="mark" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><rect x="1" y="1" width="8" height="8" rx="2"/><rect class="light" x="11" y="3" width="8" height="8" rx="2"/><rect class="light" x="1" y="11" width="8" height="8" rx="2"/><rect x="11" y="13" width="6" height="6" rx="2"/></svg>`;

/**
 * A whole page. It holds no inline script and no inline style, so a strict content security policy lets it through.
 * @param takesCard whether it has the form of a card, which has a script
 */
export const page = (title: string, body: Html, takesCard = false): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/style.css">
${takesCard && html`<script defer src="${CARD_SCRIPT}"></script>`}
</head>
<body>
<header class="top">${mark}<span class="name">Tessera</span><span class="badge">Sandbox</span><span class="note">No real money moves here</span></header>
${body}
</body>
</html>
`.text;

/**
 * Headers of every hosted page. `form-action` must also name where a form's answer redirects to.
 * @param leadsTo addresses that forms of the page may lead to
 * @param takesCard whether the page has the script of a card's form; the others run none
 */
export function pageHeaders(leadsTo: (string | null)[] = [], takesCard = false): Record<string, string> {
  const origins = [
    ...new Set(
      leadsTo.filter((url): url is string => url !== null && URL.canParse(url)).map((url) => new URL(url).origin),
    ),
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; ${takesCard ? "script-src 'self'; " : ""}style-src 'self'; img-src 'self'; form-action ${["'self'", ...origins].join(" ")}; base-uri 'none'; frame-ancestors 'none'`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  };
}

/** A page that says one thing. */
export const messagePage = (title: string, sentence: string, link?: { href: string; label: string }): string =>
  page(
    title,
    html`<main class="single"><div class="card"><h1>${title}</h1><p>${sentence}</p>${link && html`<p><a class="button" href="${link.href}">${link.label}</a></p>`}</div></main>`,
  );
