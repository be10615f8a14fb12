import { BookmarkData } from "@tessera/contracts-items/items.ts";
import { readingTime } from "@tessera/contracts-items/reading-time.ts";
import { textOf } from "../../html/text-of.ts";
import { definePlugin } from "../plugin.ts";
import { hostOf, isWebAddress, sameAddress, shortAddress } from "./address.ts";
import { readableStep } from "./readable-step.ts";

/** Characters of a copy of which the meaning is made: more than that of its text nothing compares. */
const MAX_HTML = 200_000;

/** A page of the web, with the copy that is read. */
export default definePlugin({
  definition: {
    type: "bookmark",
    label: "Bookmark",
    icon: "mdi-bookmark-outline",
    menuItem: { label: "Bookmarks" },
    newMenuItem: { label: "New bookmark" },
    order: 20,
    capabilities: ["clipboard"],
    childTypes: ["highlight"],
  },
  data: BookmarkData,
  serverFields: ["readableHtml", "wordCount", "pageTitle", "icon", "picturesNotKept", "pageKeptAt", "pageNotKept"],
  longFields: ["readableHtml"],
  getEmbeddingsContent: ({ title, body, data }) =>
    [title, data.description, body, textOf(beginningOf(String(data.readableHtml ?? "")))].filter(Boolean).join("\n"),
  getTitleContent: ({ data }) => String(data.pageTitle ?? "") || shortAddress(String(data.url ?? "")),
  getContent: ({ body, data }) =>
    [data.description, body, data.siteName, data.author, data.url, textOf(String(data.readableHtml ?? ""))]
      .filter(Boolean)
      .join("\n"),
  getRow: ({ body, data }) => [
    String(data.siteName ?? "") || hostOf(String(data.url ?? "")),
    data.wordCount ? readingTime(Number(data.wordCount)) : "",
    body || String(data.description ?? ""),
  ],
  summary: ({ icon }) => (typeof icon === "string" ? { icon } : {}),
  followUpJobs: ["readable"],
  steps: { readable: readableStep },
  identityOf: ({ data }) => (typeof data.url === "string" ? `url:${sameAddress(data.url)}` : null),
  handleShare: ({ title, text, url }) => {
    const words = text.trim().split(/\s+/).filter(Boolean);
    const address = url ?? words.find(isWebAddress);
    if (!address || !isWebAddress(address)) return null;
    const rest = words.filter((word) => word !== address);
    return {
      confidence: url || rest.length === 0 ? 0.98 : rest.length <= 12 ? 0.7 : 0.3,
      item: { title, body: rest.length ? text.replace(address, "").trim() : "", data: { url: address } },
    };
  },
});

/** Whole tags, as far as the beginning goes. */
function beginningOf(html: string): string {
  if (html.length <= MAX_HTML) return html;
  const cut = html.slice(0, MAX_HTML);
  return cut.lastIndexOf("<") > cut.lastIndexOf(">") ? cut.slice(0, cut.lastIndexOf("<")) : cut;
}
