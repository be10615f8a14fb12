import { escapeMarkdown, referenceTo, withoutCode } from "@tessera/contracts-items/references.ts";
import { fileNameOf } from "./file-name.ts";
import { titleOf } from "./read-note.ts";

/** A file of an archive that became a card, or will. */
export interface LinkTarget {
  path: string;
  /** Of its card. */
  id: string;
  /** Whether an export of ours wrote it: what a link says there is the title of the card as the text knows it. */
  isCard?: boolean;
}

/** `[[Target]]`, `[[Target#Part|Words]]`, and `![[picture.png]]`; or `[words](path)` and `![words](path "title")`. */
const LINK =
  /(!?)\[\[([^[\]\n|]{1,500})(?:\|([^[\]\n]{0,500}))?\]\]|(!?)\[((?:\\.|[^[\]\\\n]){0,500})\]\((?:<([^<>\n]{1,1000})>|([^()\s<>]{1,1000}(?:\([^()\s<>]{0,200}\)[^()\s<>]{0,200})?))(?: "[^"\n]{0,500}")?\)/g;
/** A picture that Markdown has no way to size: exports of Joplin and Notion write it as HTML. */
const IMAGE = /<img\b(?=[^<>]{0,1000}?\ssrc\s*=\s*(?:"([^"<>\n]{1,1000})"|'([^'<>\n]{1,1000})'))[^<>]{0,2000}>/gi;
const ALT = /\salt\s*=\s*"([^"<>\n]{1,500})"/i;
const EVERNOTE = /^(?:evernote:\/\/\/view\/|https:\/\/(?:www|share|app)\.evernote\.com\/(?:note|shard|l)\/)/i;
const PICTURE = /\.(png|jpe?g|gif|webp|bmp)$/i;

/** Finds the files that links of notes mean, as Obsidian does: by path, else by name, the shortest path first. */
export class NoteLinks {
  private readonly byPath = new Map<string, LinkTarget>();
  private readonly byName = new Map<string, LinkTarget>();

  constructor(targets: readonly LinkTarget[]) {
    for (const target of [...targets].sort((a, b) => a.path.length - b.path.length)) {
      const path = target.path.toLowerCase();
      const parts = path.split("/");
      const name = parts.at(-1)!;
      // Also from a folder within: the archive may hold more than what an app took for its root.
      for (let at = 0; at < parts.length; at += 1) {
        const key = parts.slice(at).join("/");
        if (at === 0 || !this.byPath.has(key)) this.byPath.set(key, target);
      }
      for (const key of [name, name.replace(/\.(md|markdown)$/, ""), titleOf(path)])
        if (!this.byName.has(key)) this.byName.set(key, target);
    }
  }

  /** A note's text with links to other files of its archive made mentions of their cards; code and other links stay. */
  apply(path: string, body: string): string {
    const shown = /<img\b/i.test(body) ? replaced(body, IMAGE, (match) => this.image(path, match)) : body;
    if (!shown.includes("](") && !shown.includes("[[")) return shown;
    return replaced(shown, LINK, (match) => this.link(path, match));
  }

  private image(path: string, [whole, double, single]: RegExpExecArray): string | undefined {
    const target = this.atAddress(path, (double ?? single)!.replaceAll("&amp;", "&"));
    return target && mentionOf(target, ALT.exec(whole)?.[1] ?? "", true);
  }

  private link(path: string, match: RegExpExecArray): string | undefined {
    const [, wikiMark, wiki, alias, mark, words, quoted, address] = match;
    const target =
      wiki === undefined
        ? (this.atAddress(path, (quoted ?? address)!) ?? this.inEvernote((quoted ?? address)!, words!))
        : this.named(path, wiki);
    if (!target) return undefined;
    const written = wiki === undefined ? words!.replaceAll(/\\(.)/g, "$1") : (alias ?? partOf(wiki));
    return mentionOf(target, written.trim(), (wikiMark || mark) === "!");
  }

  private named(path: string, link: string): LinkTarget | undefined {
    const name = link.split("#")[0]!.trim().toLowerCase().replace(/^\/+/, "");
    if (!name) return undefined;
    return (
      this.byPath.get(joined(path.toLowerCase(), name)) ??
      this.byPath.get(joined(path.toLowerCase(), `${name}.md`)) ??
      this.byPath.get(name) ??
      this.byPath.get(`${name}.md`) ??
      this.byName.get(name) ??
      this.byName.get(name.split("/").at(-1)!)
    );
  }

  /** Evernote names a note by an id that its exports do not say: what is left is the title as the link has it. */
  private inEvernote(address: string, words: string): LinkTarget | undefined {
    if (!EVERNOTE.test(address)) return undefined;
    return this.byName.get(fileNameOf(words.replaceAll(/\\(.)/g, "$1")).toLowerCase());
  }

  private atAddress(path: string, address: string): LinkTarget | undefined {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address)) return undefined;
    let plain = address.split("#")[0]!;
    try {
      plain = decodeURIComponent(plain);
    } catch {
      // A sign that is no escape stands for itself.
    }
    const name = plain.toLowerCase();
    return this.byPath.get(joined(path.toLowerCase(), name)) ?? this.byPath.get(name.replace(/^\/+/, ""));
  }
}

/** The words of a link to a part of a note, as Obsidian shows them; a block has no words. */
function partOf(wiki: string): string {
  const [name = "", ...parts] = wiki.split("#").map((part) => part.trim());
  const named = parts.filter((part) => part !== "" && !part.startsWith("^"));
  return named.length ? [name.split("/").at(-1)!, ...named].join(" > ") : "";
}

/** Blanked out, code keeps its place: what stands there is taken from the text itself. */
function replaced(body: string, what: RegExp, by: (match: RegExpExecArray) => string | undefined): string {
  let [result, at] = ["", 0];
  for (const match of withoutCode(body).matchAll(what)) {
    const made = by(match);
    if (made === undefined) continue;
    result += body.slice(at, match.index) + made;
    at = match.index + match[0].length;
  }
  return result + body.slice(at);
}

/** A mention says the title of its card; words of its own stand before it. */
function mentionOf({ id, path, isCard }: LinkTarget, written: string, isEmbedded: boolean): string {
  if (isCard) return `${isEmbedded ? "!" : ""}${referenceTo({ id, title: written })}`;
  const title = titleOf(path);
  if (isEmbedded && PICTURE.test(path)) {
    // The words of a picture may be its size in Obsidian.
    return `!${referenceTo({ id, title: /^(\d+(x\d+)?)?$/.test(written) ? title : written })}`;
  }
  const isTitle = written === "" || written.toLowerCase() === title.toLowerCase();
  return isTitle ? referenceTo({ id, title }) : `${escapeMarkdown(written)} (${referenceTo({ id, title })})`;
}

/** The path that a relative one means from a file. */
export function joined(from: string, relative: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
