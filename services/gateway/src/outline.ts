import type { ComposedRemote, Composition } from "@tessera/federation/composition.ts";
import type { NavigationEntry } from "@tessera/federation/manifest.ts";
import { FRAME_COOKIE, ownCookie } from "@tessera/federation/page.ts";
import { type RouteMatch, switchedOffAt } from "@tessera/federation/route-rules.ts";
import { escapeHtml } from "./escape-html.ts";

/** Style sheet of a shell's release that draws the outline; shells of before have none. */
export const OUTLINE_STYLES = "public/outline.css";

/** How this browser last drew the frame, which is not personal: the server cannot know it otherwise. */
export interface FrameLook {
  compact: boolean;
  wide: boolean;
}

export function frameLookOf(cookies: string | undefined, isHttps: boolean): FrameLook {
  const name = ownCookie(FRAME_COOKIE, isHttps);
  const words = new RegExp(`(?:^|; *)${name}=([a-z.]*)(?:;|$)`).exec(cookies ?? "")?.[1]?.split(".") ?? [];
  return { compact: words.includes("compact"), wide: words.includes("wide") };
}

export interface OutlineParts {
  composition: Composition;
  match: RouteMatch | null;
  path: string;
  /** Whether the request carries a session: pages that need one show the login page without. */
  hasSession: boolean;
  look: FrameLook;
}

type Owned = NavigationEntry & { owner: string };

/**
 * What the page shows until its first script has drawn: the layout that it will have, without content. Hidden from
 * screen readers: what follows is read out. No script and no style of its own: both are the policy's to refuse.
 */
export function outlineOf({ composition, match, path, hasSession, look }: OutlineParts): string {
  const turnedAway = match?.rule.session && !hasSession;
  const layout = turnedAway ? "centered" : (match?.rule.layout ?? (hasSession ? "default" : "centered"));
  const title = turnedAway ? "" : (match?.rule.title ?? switchedOffAt(composition, path)?.title ?? "Page Not Found");
  const flags = [
    look.compact && " data-compact",
    look.wide && " data-wide",
    composition.overrides && " data-banner",
  ].filter(Boolean);
  const isFront = match?.owner === composition.shell.name && layout === "blank";
  const [kind, inner] =
    layout === "default"
      ? ["default", framed(composition, match, path, title, look.wide)]
      : layout === "centered"
        ? ["centered", card(title)]
        : isFront
          ? ["front", BRAND]
          : ["bare", ""];
  return `<div class="outline ${kind}"${flags.join("")} aria-hidden="true">${inner}</div>`;
}

/** Shown by the style sheet when the application has not come for long; its first view takes the place of it. */
export const LATE =
  '<p id="outline-late" class="outline-late">Tessera could not be loaded. Check your connection and try again; nothing you saved is lost. <a href="">Try again</a></p>';

const MARK =
  '<svg class="mark" width="20" height="20" viewBox="0 0 20 20"><rect x="1" y="1" width="8" height="8" rx="2"/><rect x="11" y="3" width="8" height="8" rx="2" opacity=".55"/><rect x="1" y="11" width="8" height="8" rx="2" opacity=".55"/><rect x="11" y="13" width="6" height="6" rx="2"/></svg>';
/** The product's mark and name. */
export const BRAND = `<div class="brand">${MARK.replaceAll('"20" height="20"', '"24" height="24"')}<span>Tessera</span></div>`;

const bone = (width: number) => `<svg class="bone" width="${width}%"></svg>`;
/** As RowSkeleton of libs/ui draws them. */
const ROWS = `<div class="rows">${Array.from(
  { length: 10 },
  (_, index) =>
    `<div class="row"><i class="bone dot"></i><div class="lines">${bone(72 - ((index * 17) % 34))}${bone(48 - ((index * 13) % 26))}</div></div>`,
).join("")}</div>`;

const card = (title: string) =>
  `<div class="card">${BRAND}<h1>${escapeHtml(title)}</h1>${bone(80)}<div class="box"></div><div class="box"></div><div class="box"></div></div>`;

/** Areas the bar of a phone has room for; shell/src/layout/phone-frame.tsx. */
const MAX_AREAS = 5;
const MORE =
  "M2 4.5c0-.28.22-.5.5-.5h15a.5.5 0 0 1 0 1h-15a.5.5 0 0 1-.5-.5Zm0 5c0-.28.22-.5.5-.5h15a.5.5 0 0 1 0 1h-15a.5.5 0 0 1-.5-.5Zm.5 4.5a.5.5 0 0 0 0 1h15a.5.5 0 0 0 0-1h-15Z";

function framed(
  composition: Composition,
  match: RouteMatch | null,
  path: string,
  title: string,
  isWide: boolean,
): string {
  const entries = entriesOf(composition);
  const current = currentOf(entries, path, match?.owner);
  const item = (entry: Owned) =>
    area(entry.title, entry === current ? entry.icon.filled : entry.icon.regular, entry === current);
  const listed = (entry: Owned) => item(entry) + ((isWide && entry.lists) || []).map(list).join("");
  const main = entries.filter((entry) => entry.place === "main").map(listed);
  const foot = entries.filter((entry) => entry.place === "foot").map(listed);
  const wanted = entries.filter((entry) => entry.phone);
  const all = wanted.length === entries.length && entries.length <= MAX_AREAS;
  const shown = (all ? entries : wanted.slice(0, MAX_AREAS - 1)).map(item);
  const more = all ? "" : area("More", MORE, false);
  const name = escapeHtml(title);
  return [
    `<div class="home">${MARK}<span>Tessera</span></div>`,
    `<div class="bar"><span class="place">${name}</span><span class="search"></span></div>`,
    `<div class="rail">${main.join("")}<div class="foot">${foot.join("")}<div class="item"></div></div></div>`,
    `<div class="phone-head">${name}</div>`,
    `<div class="sheet">${ROWS}</div>`,
    `<div class="phone-bar">${shown.join("")}${more}</div>`,
  ].join("");
}

const area = (title: string, icon: string, current: boolean) =>
  `<div class="item${current ? " current" : ""}"><svg width="20" height="20" viewBox="0 0 20 20" fill="currentColor"><path d="${escapeHtml(icon)}"/></svg><span class="name">${escapeHtml(title)}</span></div>`;

const list = ({ title }: { title: string }) => `<div class="list">${escapeHtml(title)}</div>`;

const entriesOf = ({ shell, remotes }: Composition): Owned[] =>
  [shell, ...remotes]
    .flatMap(({ name, navigation }: Pick<ComposedRemote, "name" | "navigation">) =>
      navigation.map((entry) => ({ ...entry, owner: name })),
    )
    .sort((a, b) => a.order - b.order || a.title.localeCompare(b.title));

/** The entry whose path leads furthest into the address; else the first of the app that owns the page. */
function currentOf(entries: Owned[], path: string, owner: string | undefined): Owned | undefined {
  const inside = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return inside.sort((a, b) => b.path.length - a.path.length)[0] ?? entries.find((entry) => entry.owner === owner);
}
