import { referenceTo, withoutCode } from "@tessera/contracts-items/references.ts";
import { titleOf } from "./read-note.ts";

/** A file of an archive that became a card, or will. */
export interface LinkTarget {
  path: string;
  /** Of its card. */
  id: string;
}

/** `[[Target]]`, `[[Target#Part|Words]]`, and `![[picture.png]]`; or `[words](path)` and `![words](path "title")`. */
const LINK =
  /(!?)\[\[([^[\]\n|]{1,500})(?:\|([^[\]\n]{0,500}))?\]\]|(!?)\[((?:\\.|[^[\]\\\n]){0,500})\]\(<?([^()\s<>]{1,1000}(?:\([^()\s<>]{0,200}\)[^()\s<>]{0,200})?)>?(?: "[^"\n]{0,500}")?\)/g;
const PICTURE = /\.(png|jpe?g|gif|webp|bmp)$/i;

/** Finds the files that links of notes mean, as Obsidian does: by path, else by name, the shortest path first. */
export class NoteLinks {
  private readonly byPath = new Map<string, LinkTarget>();
  private readonly byName = new Map<string, LinkTarget>();

  constructor(targets: readonly LinkTarget[]) {
    for (const target of [...targets].sort((a, b) => a.path.length - b.path.length)) {
      const path = target.path.toLowerCase();
      this.byPath.set(path, target);
      const name = path.split("/").at(-1)!;
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
      const [whole, wikiMark, wiki, alias, mark, words, address] = match;
      const target = wiki === undefined ? this.atAddress(path, address!) : this.named(path, wiki);
      if (!target) continue;
      const title =
        wiki === undefined ? words!.replaceAll(/\\(.)/g, "$1") : (alias ?? "").trim() || wiki.split("#")[0]!;
      const isShown = (wikiMark || mark) === "!" && PICTURE.test(target.path);
      // What stands behind "!|" or within a picture's words is its size in Obsidian.
      const named = isShown && (!title || /^\d+(x\d+)?$/.test(title)) ? target.path.split("/").at(-1)! : title;
      result += `${body.slice(at, match.index)}${isShown ? "!" : ""}${referenceTo({ id: target.id, title: named || titleOf(target.path) })}`;
      at = match.index + whole.length;
    }
    return result + body.slice(at);
  }

  private named(path: string, link: string): LinkTarget | undefined {
    const name = link.split("#")[0]!.trim().toLowerCase().replace(/^\/+/, "");
    if (!name) return undefined;
    return (
      this.byPath.get(joined(path, name)) ??
      this.byPath.get(joined(path, `${name}.md`)) ??
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
    return this.byPath.get(joined(path, name)) ?? this.byPath.get(name.replace(/^\/+/, ""));
  }
}

/** The path that a relative one means from a file, in small letters. */
function joined(from: string, relative: string): string {
  const parts = from.toLowerCase().split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
