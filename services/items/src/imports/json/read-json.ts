import type { Content } from "@tessera/service-kit/reader.ts";
import type { RawBookmark } from "../bookmarks/parse-bookmarks.ts";
import { textOf } from "../text-of.ts";

/** Longest text that is kept of a field while reading. */
const MAX_TEXT = 20_000;
/** Deepest folder; links deeper in keep the path to here. */
const MAX_FOLDERS = 50;

type Node = Record<string, unknown>;

/**
 * Reads bookmarks of JSON: the file in which Chrome and its kin keep them, a backup of Firefox, and an export of
 * Pinboard.
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
    const posts = parsed.filter(isNode).filter((post) => "href" in post);
    return posts.length || !parsed.length ? posts.map(ofPinboard) : null;
  }
  if (!isNode(parsed)) return null;
  // Chrome keeps a tree for each of its own folders.
  if (isNode(parsed.roots)) return inTrees(Object.values(parsed.roots).filter(isNode));
  return parsed.type === "text/x-moz-place-container" ? inTrees([parsed]) : null;
}

const ofPinboard = (post: Node): RawBookmark => ({
  ...{ href: text(post.href), title: text(post.description), description: text(post.extended), folders: [] },
  ...{ addDate: text(post.time), tags: listed(text(post.tags).split(/\s+/)), isPrivate: post.shared === "no" },
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
        ...{ href, folders, title: name, description: "", isPrivate: false },
        ...{ addDate: text(node.date_added ?? node.dateAdded), tags: listed(text(node.tags).split(",")) },
      });
    } else if (Array.isArray(node.children)) {
      const within = name && folders.length < MAX_FOLDERS ? [...folders, name] : folders;
      for (const child of node.children.filter(isNode).reverse()) left.push({ node: child, folders: within });
    }
  }
  return found;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, MAX_TEXT) : typeof value === "number" ? String(value) : "";
/** As the reader of bookmarks takes them: a single one ends with its comma. */
const listed = (tags: string[]): string =>
  `${tags
    .map((tag) => tag.trim())
    .filter(Boolean)
    .join(",")},`;
