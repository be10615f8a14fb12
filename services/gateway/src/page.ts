import type { Plan } from "@tessera/contracts-billing/billing.ts";
import { assetAddress } from "@tessera/federation/asset-address.ts";
import {
  type Composition,
  LAZY_INTEGRITY,
  type LoadableRelease,
  type PageConfig,
} from "@tessera/federation/composition.ts";
import { HANDBOOK_PATH, HANDBOOK_ROUTE, shownPage } from "@tessera/federation/handbook.ts";
import type { HandbookState } from "@tessera/federation/handbook-schemas.ts";
import {
  COMPOSITION_ELEMENT,
  CONFIG_ELEMENT,
  ownCookie,
  SETTINGS_PATH,
  THEME_COOKIE,
} from "@tessera/federation/page.ts";
import type { Resolved, ResolvedApp } from "@tessera/federation/registry.ts";
import type { RouteMatch } from "@tessera/federation/route-rules.ts";
import { escapeHtml } from "./escape-html.ts";
import { frontHtml } from "./front.ts";
import { handbookHtml } from "./handbook.ts";
import { type FrameLook, LATE, OUTLINE_STYLES, outlineOf } from "./outline.ts";

type Theme = "light" | "dark";

/** The theme that a request's cookies name. */
export function themeOf(cookies: string | undefined, isHttps: boolean): Theme | null {
  const found = new RegExp(`(?:^|; *)${ownCookie(THEME_COOKIE, isHttps)}=(light|dark)(?:;|$)`).exec(cookies ?? "")?.[1];
  return (found as Theme | undefined) ?? null;
}

export interface PageParts {
  resolved: Resolved;
  config: PageConfig;
  /** The rule that owns the address; null when no page is there. */
  match: RouteMatch | null;
  nonce: string;
  /** What the visitor chose; null follows the system. */
  theme: Theme | null;
  /** The address that was asked for. */
  path: string;
  hasSession: boolean;
  look: FrameLook;
  /** Text of the outline's style sheet; where it is not there, the page asks for it. */
  outlineStyles?: string | null;
  /** Of a page of the handbook: its text comes with the page. */
  handbook?: HandbookState | null;
  /** Text of its style sheet; where it is not there, the page asks for it. */
  handbookStyles?: string | null;
  /** Of the front page: the plans that it shows without a script; null while they cannot be had. */
  plans?: Plan[] | null;
}

/**
 * The page of any address: what this visitor gets, inlined, and the files that the address needs, in an order that is
 * computed to keep the line busy (libs/federation/decisions/005). Style sheets come first: the first script waits for
 * them. Of a remote's page, a large file is among the first six, which is as many as a browser fetches at once: small
 * ones alone leave the line idle until the next six are asked for.
 */
export function renderPage(parts: PageParts): string {
  const { resolved, config, match, nonce, theme, handbook, handbookStyles, plans, outlineStyles, ...request } = parts;
  const shell = resolved.apps.get(resolved.composition.shell.name)!;
  const owner = match && match.owner !== resolved.composition.shell.name ? resolved.apps.get(match.owner) : undefined;
  const isOutlined = shell.release.styles.includes(OUTLINE_STYLES);
  const [first, ...base] = shell.release.scripts;
  const more = moreOf(shell, match, owner);
  const later = [...base, ...more];
  const owned = owner ? [...owner.release.scripts, ...owner.release.styles] : [];
  const needed = new Map([
    [shell.release.app, [first!, ...later, ...shell.release.styles]],
    ...(owner ? [[owner.release.app, owned] as const] : []),
  ]);
  const composition =
    LAZY_INTEGRITY.name in shell.release.provides ? withHashesOf(needed, resolved.composition) : resolved.composition;
  // A shell that has an outline runs the rest of itself when that is painted.
  const ofShell = (paths: string[]) => (isOutlined ? preloadsOf(shell, paths) : scriptsOf(shell, paths));
  const scripts = [
    ...(owner ? preloadsOf(owner, owner.release.styles, "style") : []),
    ...scriptsOf(shell, [first!]),
    ...(owner ? preloadsOf(owner, owner.release.scripts.slice(0, 1)) : []),
    ...ofShell(owner ? [...more.slice(0, 1), ...base.slice(0, FIRST_OF_SHELL)] : []),
    ...(owner ? preloadsOf(owner, owner.release.scripts.slice(1)) : []),
    ...ofShell(owner ? [...base.slice(FIRST_OF_SHELL), ...more.slice(1)] : later),
  ];
  const outline = isOutlined ? outlineOf({ composition: resolved.composition, match, ...request }) + LATE : "";
  const styles = [
    ...stylesOf(shell, nonce, outlineStyles),
    ...(handbook ? [handbookStylesOf(nonce, handbookStyles)] : []),
  ];
  return `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${theme ?? "light dark"}">
<title>${escapeHtml(titleOf(resolved, match, handbook))}</title>
${descriptionOf(match, handbook)}<meta name="csp-nonce" content="${nonce}">
${styles.join("\n")}
${scripts.join("\n")}
${asksForWays(match, resolved, config)}${handbook ? asksForText(request.path) : ""}<link rel="manifest" href="/manifest.webmanifest">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icons/icon-192.png">
<meta name="theme-color" content="#0f766e">
</head>
<body>
<div id="root">${handbook ? handbookHtml(handbook) : outline}</div>
${handbook ? "" : isFront(resolved, match) ? frontHtml({ plans: plans ?? null, theme, hasHandbook: hasHandbook(resolved), nonce }) : noScript(resolved, match)}
${json(COMPOSITION_ELEMENT, composition)}
${json(CONFIG_ELEMENT, config)}
</body>
</html>
`;
}

/**
 * Files that every page needs of the shell, beside what starts it, and that come before a remote's routes: the largest.
 * Before them comes what loads remotes, the first of `more.framed`: it runs while the rest is fetched.
 */
const FIRST_OF_SHELL = 2;

/** The login page draws its ways to sign in at once when the answer came with its scripts; elsewhere it takes a key. */
const asksForWays = (match: RouteMatch | null, { composition }: Resolved, { identityUrl }: PageConfig) =>
  match?.owner === composition.shell.name && match.rule.id === "login" && !identityUrl
    ? `<link rel="preload" as="fetch" href="${SETTINGS_PATH}" crossorigin="anonymous">\n`
    : "";

/** From the shell's `public`; the page's code asks for it by this address, too. */
const HANDBOOK_STYLES = '<link rel="stylesheet" href="/handbook.css">';

/** Its code looks for either (shell/src/pages/handbook/handbook-styles.ts). */
const handbookStylesOf = (nonce: string, styles?: string | null) =>
  styles ? `<style nonce="${nonce}" data-handbook>${inElement(styles)}</style>` : HANDBOOK_STYLES;

/** A page of the handbook is drawn again by its code, from its payload. */
const asksForText = (path: string) =>
  `<link rel="preload" as="fetch" href="${escapeHtml(path.replace(/\/+$/, ""))}/_payload.json" crossorigin="anonymous">\n`;

function descriptionOf(match: RouteMatch | null, handbook?: HandbookState | null): string {
  const text = (handbook && shownPage(handbook)?.summary) ?? match?.rule.description;
  return text ? `<meta name="description" content="${escapeHtml(text)}">\n` : "";
}

const hasHandbook = ({ composition: { shell } }: Resolved) => shell.routes.some(({ id }) => id === HANDBOOK_ROUTE);

/** Whether the address is that of the front page. */
export const isFront = ({ composition: { shell } }: Pick<Resolved, "composition">, match: RouteMatch | null) =>
  match?.owner === shell.name && match.rule.id === "index";

/** What the page says where no script runs; only the front page and the handbook are there without. */
function noScript(resolved: Resolved, match: RouteMatch | null): string {
  const title = escapeHtml(resolved.composition.shell.title);
  const about = match?.rule.description ? `<p>${escapeHtml(match.rule.description)}</p>` : "";
  const isLogin = match?.rule.id === "login";
  const readable = isLogin ? `<a href="/">What ${title} is</a> and the` : "The";
  const handbook = hasHandbook(resolved)
    ? ` ${readable} <a href="${HANDBOOK_PATH}">handbook</a> can be read without it.`
    : "";
  return `<noscript><div class="no-script">${about}<p>${isLogin ? "Signing in" : title} needs JavaScript.${handbook}</p></div></noscript>`;
}

export function titleOf(resolved: Resolved, match: RouteMatch | null, handbook?: HandbookState | null): string {
  const product = resolved.composition.shell.title;
  if (handbook?.page) return `${shownPage(handbook)!.title} · ${match!.rule.title}`;
  if (!match) return `Page Not Found · ${product}`;
  return match.rule.title === product ? product : `${match.rule.title} · ${product}`;
}

const integrityOf = (app: ResolvedApp, path: string) =>
  app.development ? "" : ` integrity="${app.release.files.find((file) => file.path === path)!.integrity}"`;

/** Where a file is fetched from: by content if its release can do with that. */
const addressOf = ({ release, base, development }: ResolvedApp, path: string) => {
  const hash = !development && release.relocatable && release.files.find((file) => file.path === path)!.integrity;
  return escapeHtml(hash ? assetAddress(release.app, path, hash) : base + path);
};

/** What the address needs of the shell beside what every page does; a developer's build loads it on its own. */
function moreOf(
  { release: { app, more }, development }: ResolvedApp,
  match: RouteMatch | null,
  owner: ResolvedApp | undefined,
): string[] {
  if (!more || !match || development) return [];
  const framed = match.owner !== app || match.rule.layout === "default" ? more.framed : [];
  const own = match.owner === app ? (more.pages[match.rule.id] ?? []) : [];
  const shared = (owner?.release.sharedFirst ?? []).flatMap((name) => more.shared?.[name] ?? []);
  return [...new Set([...framed, ...own, ...shared])];
}

/**
 * The script that starts it is asked for before what is preloaded, which browsers would put first, and learns from
 * `data-base` where the release's files are.
 */
const scriptsOf = (app: ResolvedApp, paths: string[]) =>
  paths.map((path) => {
    const isEntry = path === app.release.entry;
    const base = isEntry && app.release.relocatable ? ` data-base="${escapeHtml(app.base)}"` : "";
    const first = isEntry ? ' fetchpriority="high"' : "";
    return `<script defer src="${addressOf(app, path)}"${integrityOf(app, path)} crossorigin="anonymous"${first}${base}></script>`;
  });

/**
 * A remote's files are only fetched here: among the page's own, a script that never arrives would keep the shell from
 * running, and a style sheet would leave the page blank as well.
 */
const preloadsOf = (app: ResolvedApp, paths: string[], as: "script" | "style" = "script") =>
  paths.map(
    (path) =>
      `<link rel="preload" as="${as}" href="${addressOf(app, path)}"${integrityOf(app, path)} crossorigin="anonymous">`,
  );

/** A style sheet cannot end its element. */
const inElement = (styles: string) => styles.replaceAll("</", "<\\/");

const stylesOf = (app: ResolvedApp, nonce: string, outline?: string | null) =>
  app.release.styles.map((path) =>
    path === OUTLINE_STYLES && outline
      ? `<style nonce="${nonce}">${inElement(outline)}</style>`
      : `<link rel="stylesheet" href="${addressOf(app, path)}"${integrityOf(app, path)} crossorigin="anonymous">`,
  );

/**
 * The composition with the hashes of the files that the address needs, by app. All hashes were half of a page; code
 * that is loaded later finds its own at `moreIntegrity`, which browsers keep.
 */
function withHashesOf(needed: Map<string, string[]>, { shell, remotes, ...rest }: Composition): Composition {
  const brief = (app: string, release: LoadableRelease): LoadableRelease => {
    const { integrity } = release;
    if (!integrity) return release;
    const kept = (needed.get(app) ?? []).filter((path) => Object.hasOwn(integrity, path));
    return {
      ...release,
      integrity: Object.fromEntries(kept.map((path) => [path, integrity[path]!])),
      moreIntegrity: `/builds/integrity/${app}/${release.id}.json`,
    };
  };
  return {
    ...rest,
    shell: { ...shell, release: brief(shell.name, shell.release) },
    remotes: remotes.map(({ stable, ...remote }) => ({
      ...remote,
      release: brief(remote.name, remote.release),
      ...(stable ? { stable: brief(remote.name, stable) } : {}),
    })),
  };
}

/** A block of data; `<` is escaped so that no text of it can end the block. */
const json = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
