import { escapeMarkdown, referenceTo, withoutCode } from "@tessera/contracts-items/references.ts";
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
    if (!body.includes("](") && !body.includes("[[")) return body;
    let [result, at] = ["", 0];
    // Blanked out, code keeps its place: what stands there is taken from the text itself.
    for (const match of withoutCode(body).matchAll(LINK)) {
      const [whole, wikiMark, wiki, alias, mark, words, quoted, address] = match;
      const target = wiki === undefined ? this.atAddress(path, (quoted ?? address)!) : this.named(path, wiki);
      if (!target) continue;
      const written = (wiki === undefined ? words!.replaceAll(/\\(.)/g, "$1") : (alias ?? "")).trim();
      result += body.slice(at, match.index) + mentionOf(target, written, (wikiMark || mark) === "!");
      at = match.index + whole.length;
    }
    return result + body.slice(at);
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
