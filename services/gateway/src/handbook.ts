import { text } from "node:stream/consumers";
import { Injectable } from "@nestjs/common";
import { HANDBOOK_FOLDER, HANDBOOK_INDEX, HANDBOOK_PATH, shownPage } from "@tessera/federation/handbook.ts";
import { HandbookIndex, type HandbookPage, type HandbookState } from "@tessera/federation/handbook-schemas.ts";
import { ReleaseRegistry, type Resolved, type ResolvedApp } from "@tessera/federation/registry.ts";
import { Log, LruCache } from "@tessera/service-kit";
import { escapeHtml } from "./escape-html.ts";
import { BRAND } from "./outline.ts";

/** Of a page or a list; a longer one is left out. */
const MAX_BYTES = 256 * 1024;
/** Lists and pages that are kept, of all releases that are given out. */
const MAX_KEPT = 300;

/** The user's handbook: the pages that the releases of a visitor bring, in one order. */
@Injectable()
export class Handbook {
  private readonly kept = new LruCache<string, string>(MAX_KEPT);

  constructor(
    private readonly registry: ReleaseRegistry,
    private readonly log: Log,
  ) {}

  /** The list of all pages, with the page `slug`; null when there is no such page. */
  async stateOf({ apps }: Resolved, slug: string | undefined): Promise<HandbookState | null> {
    const found = await Promise.all(
      [...apps.values()].map(async (app) => (await this.pagesOf(app)).map((page) => ({ app, page }))),
    );
    const all = found.flat().sort((a, b) => a.page.order - b.page.order || (a.page.slug < b.page.slug ? -1 : 1));
    const pages = all.map(({ page }) => page);
    if (!slug) return { pages, page: null };
    const asked = all.find(({ page }) => page.slug === slug);
    const html = asked && (await this.read(asked.app, `${HANDBOOK_FOLDER}/${slug}.html`));
    return html == null ? null : { pages, page: { slug, html } };
  }

  /** A list that is wrong costs its own app's pages. */
  private async pagesOf(app: ResolvedApp): Promise<HandbookPage[]> {
    if (!app.release.files.some(({ path }) => path === HANDBOOK_INDEX)) return [];
    try {
      return HandbookIndex.parse(JSON.parse((await this.read(app, HANDBOOK_INDEX)) ?? "[]"));
    } catch (error) {
      const { app: name, id } = app.release;
      this.log.error({ app: name, release: id, err: error }, "the handbook of a release cannot be read");
      return [];
    }
  }

  private async read({ release }: ResolvedApp, path: string): Promise<string | null> {
    const key = `${release.app} ${release.id} ${path}`;
    const kept = this.kept.get(key);
    if (kept !== undefined) return kept;
    const file = await this.registry.file(release.app, release.id, path);
    if (!file) return null;
    const { bytes, content } = await file.open("plain");
    if (bytes > MAX_BYTES) {
      content.destroy();
      return null;
    }
    return this.kept.set(key, await text(content));
  }
}

/**
 * A page of the handbook as HTML, for readers whose scripts have not run yet or never will. It is what
 * shell/src/pages/handbook/handbook.tsx draws.
 */
export function handbookHtml(state: HandbookState): string {
  const shown = shownPage(state);
  const entries = state.pages.map((page) => entry(page, page === shown)).join("");
  return [
    '<main id="page" tabindex="-1" data-layout="blank"><div class="handbook">',
    `<header><a class="home" href="/">${BRAND}</a><a href="/login">Sign in</a></header>`,
    `<nav aria-label="Handbook">${link("Handbook", "", !shown)}<ul>${entries}</ul></nav>`,
    `<article>${shown ? textOf(state, shown) : listOf(state)}</article></div></main>`,
  ].join("");
}

const link = (title: string, to: string, isCurrent = false) =>
  `<a href="${HANDBOOK_PATH}${to}"${isCurrent ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a>`;

function entry({ slug, title, sections }: HandbookPage, isShown: boolean): string {
  const parts = sections.map((section) => `<li>${link(section.title, `/${slug}#${section.id}`)}</li>`).join("");
  return `<li>${link(title, `/${slug}`, isShown)}${isShown && parts ? `<ul>${parts}</ul>` : ""}</li>`;
}

function textOf({ pages, page }: HandbookState, shown: HandbookPage): string {
  const at = pages.indexOf(shown);
  const [before, after] = [pages[at - 1], pages[at + 1]];
  return [
    `<h1>${escapeHtml(shown.title)}</h1><p class="lead">${escapeHtml(shown.summary)}</p>`,
    `<div class="text">${page!.html}</div>`,
    `<div class="turn">${before ? link(`← ${before.title}`, `/${before.slug}`) : "<span></span>"}`,
    `${after ? link(`${after.title} →`, `/${after.slug}`) : ""}</div>`,
  ].join("");
}

const listOf = ({ pages }: HandbookState) =>
  `<h1>Handbook</h1><ul class="pages">${pages
    .map(({ slug, title, summary }) => `<li>${link(title, `/${slug}`)}<p>${escapeHtml(summary)}</p></li>`)
    .join("")}</ul>`;
