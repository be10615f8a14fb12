import { MAX_BODY_LENGTH } from "@tessera/contracts-items/limits.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import { Parser } from "htmlparser2";
import { textOf } from "../text-of.ts";
import type { RawBookmark } from "./parse-bookmarks.ts";

/**
 * Reads the XML of Delicious, which Pinboard answers and exports, too: each post is an element with all in its
 * attributes. https://pinboard.in/api/#posts_all
 * @returns null for other XML, and for what is none
 */
export function readPosts({ blobs }: Content<null>): Content<RawBookmark[] | null> {
  let isPosts = false;
  let isFirst = true;
  const posts: RawBookmark[] = [];
  const parser = new Parser(
    {
      onopentag(name, { href = "", description = "", extended = "", tag = "", tags = "", time = "", ...more }) {
        if (isFirst) isPosts = name === "posts";
        isFirst = false;
        if (!isPosts || name !== "post") return;
        posts.push({
          ...{ href, title: description, description: extended.slice(0, MAX_BODY_LENGTH), folders: [], addDate: time },
          ...{ tags: (tag || tags).split(/\s+/).filter(Boolean).join(","), isPrivate: more.shared === "no" },
          ...(more.toread === "yes" ? { isToRead: true } : {}),
        });
      },
    },
    { xmlMode: true },
  );
  parser.end(textOf(blobs[0]!));
  return { value: isPosts ? posts : null, blobs: [] };
}
