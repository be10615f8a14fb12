import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import type { RawBookmark } from "../bookmarks/parse-bookmarks.ts";
import { textOf } from "../text-of.ts";

/** Longest text that is kept of a field while reading, and of all tags. */
const MAX_TEXT = 100_000;
const MAX_TAGS_TEXT = 20_000;
/** Deepest folder; links deeper in keep the path to here. */
const MAX_FOLDERS = 50;

type Node = Record<string, unknown>;

/**
 * Reads bookmarks of JSON: the file in which Chrome and its kin keep them, a backup of Firefox, and exports of
 * Pinboard, Omnivore, wallabag, Karakeep and Linkwarden.
 * @returns null for other JSON, and for what is none
 */
export function readJson({ blobs }: Content<null>): Content<RawBookmark[] | null> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(textOf(blobs[0]!).replace(/^\uFEFF/, ""));
  } catch {
    return { value: null, blobs: [] };
  }
  return { value: bookmarksOf(parsed), blobs: [] };
}

function bookmarksOf(parsed: unknown): RawBookmark[] | null {
  if (Array.isArray(parsed)) {
    const has = (name: string) => parsed.some((post) => isNode(post) && name in post);
    const read = has("href") ? ofPinboard : has("url") || !parsed.length ? ofEntry : null;
    return read && parsed.map((post) => read(nodeOf(post)));
  }
  if (!isNode(parsed)) return null;
  // Chrome keeps a tree for each of its own folders.
  if (isNode(parsed.roots)) return inTrees(Object.values(parsed.roots).filter(isNode));
  if (parsed.type === "text/x-moz-place-container") return inTrees([parsed]);
  if (Array.isArray(parsed.bookmarks)) return ofKarakeep(parsed.bookmarks, parsed.lists);
  return Array.isArray(parsed.collections) ? ofLinkwarden(parsed.collections.filter(isNode)) : null;
}

/** An entry as most services write it. */
function ofEntry(node: Node, folders: string[] = []): RawBookmark {
  const marks = Array.isArray(node.annotations) ? node.annotations.filter(isNode) : [];
  const said = [
    ...[node.note, node.description, node.excerpt].map(text),
    text(node.author) && `Author: ${text(node.author)}`,
    ...marks.map(({ quote, text: note }) => [text(quote) && `> ${text(quote)}`, text(note)].filter(Boolean).join("\n")),
  ];
  const isActive = text(node.state) === "Active" || isNo(node.is_archived);
  return {
    ...{ href: text(node.url), title: text(node.title) || text(node.name), folders },
    description: [...new Set(said)].filter(Boolean).join("\n\n").slice(0, MAX_BODY_LENGTH),
    addDate: text(node.created_at ?? node.savedAt ?? node.createdAt ?? node.created),
    tags: listed([node.tags, node.labels].flatMap(namesOf)),
    isPrivate: isYes(node.private),
    ...(isYes(node.is_archived ?? node.archived) || text(node.state) === "Archived" ? { isArchived: true } : {}),
    ...(isActive ? { isUnread: true } : {}),
    ...(isYes(node.is_starred ?? node.favourited ?? node.favorite) ? { isStarred: true } : {}),
  };
}

/** A bookmark is in some lists: the first is its folder, the others are tags. */
function ofKarakeep(bookmarks: unknown[], lists: unknown): RawBookmark[] {
  const within = foldersOf(Array.isArray(lists) ? lists.filter(isNode) : []);
  return bookmarks.map((one) => {
    const node = nodeOf(one);
    const content = nodeOf(node.content);
    const [first = [], ...others] = (Array.isArray(node.lists) ? node.lists : [])
      .map((id) => within(text(id)))
      .filter(({ length }) => length);
    const entry = ofEntry({ ...node, url: content.url }, first);
    const own = content.type === "text" ? text(content.text) : "";
    return {
      ...entry,
      tags: `${entry.tags}${listed(others.map((path) => path.at(-1)!.replaceAll(",", " ")))}`,
      ...(own ? { isNote: true, description: [own, entry.description].filter(Boolean).join("\n\n") } : {}),
    };
  });
}

function ofLinkwarden(collections: Node[]): RawBookmark[] {
  const within = foldersOf(collections);
  return collections.flatMap(({ id, name, links }) => {
    const path = within(text(id));
    const folders = path.length ? path : [text(name)].filter(Boolean);
    return (Array.isArray(links) ? links : []).map((link) => ofEntry(nodeOf(link), folders));
  });
}

/** Names of the folders around each of some that name the one around them, outermost first, with its own. */
function foldersOf(folders: Node[]): (id: string) => string[] {
  const byId = new Map(folders.filter(({ id }) => text(id)).map((folder) => [text(folder.id), folder]));
  return (id) => {
    const path = new Set<Node>();
    for (let at = byId.get(id); at && !path.has(at) && path.size < MAX_FOLDERS; at = byId.get(text(at.parentId)))
      path.add(at);
    return [...path]
      .map(({ name }) => text(name))
      .filter(Boolean)
      .reverse();
  };
}

/** Names of tags: texts, or objects that have one. */
const namesOf = (tags: unknown): string[] =>
  (Array.isArray(tags) ? tags : typeof tags === "string" ? tags.split(",") : []).map((tag) =>
    (text(tag) || text(nodeOf(tag).name ?? nodeOf(tag).label)).replaceAll(",", " "),
  );

const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const isYes = (value: unknown): boolean => value === true || value === 1 || value === "1";
const isNo = (value: unknown): boolean => value === false || value === 0 || value === "0";

const ofPinboard = (post: Node): RawBookmark => ({
  ...{ href: text(post.href), title: text(post.description), description: text(post.extended), folders: [] },
  ...{ addDate: text(post.time), tags: listed(text(post.tags).split(/\s+/)), isPrivate: post.shared === "no" },
  ...(post.toread === "yes" ? { isToRead: true } : {}),
});

/** Links of trees in their order, without recursion: a file may be nested as deeply as it is long. */
function inTrees(roots: Node[]): RawBookmark[] {
  const found: RawBookmark[] = [];
  const left = roots.map((node) => ({ node, folders: [] as string[] })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, folders } = next;
    const name = text(node.name) || text(node.title);
    const href = text(node.url) || text(node.uri);
    if (href) {
      found.push({
        ...{ href, folders, title: name, description: saidOf(node), isPrivate: false },
        ...{ addDate: text(node.date_added ?? node.dateAdded), tags: listed(text(node.tags).split(",")) },
        ...(typeof node.keyword === "string" && node.keyword ? { keyword: text(node.keyword) } : {}),
      });
    } else if (Array.isArray(node.children)) {
      const within = name && folders.length < MAX_FOLDERS ? [...folders, name] : folders;
      const about = saidOf(node);
      // Of its own folders Firefox says the same to everybody.
      if (about && !node.root)
        found.push({
          ...{ href: "", folders: within, title: name, description: about, isPrivate: false },
          ...{ addDate: "", tags: "", isFolder: true },
        });
      for (const child of node.children.filter(isNode).reverse()) left.push({ node: child, folders: within });
    }
  }
  return found;
}

/** What Firefox kept as a description until version 62, in backups of then. */
function saidOf({ annos }: Node): string {
  const all = Array.isArray(annos) ? annos.filter(isNode) : [];
  return text(all.find(({ name }) => name === "bookmarkProperties/description")?.value);
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, MAX_TEXT) : typeof value === "number" ? String(value) : "";
/** As the reader of bookmarks takes them: a single one ends with its comma. */
const listed = (tags: string[]): string =>
  `${tags
    .map((tag) => tag.trim())
    .filter(Boolean)
    .join(",")
    .slice(0, MAX_TAGS_TEXT)},`;
