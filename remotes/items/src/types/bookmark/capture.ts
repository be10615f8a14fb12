import type { ItemCapture } from "@tessera/shell-api";
import { textOf, titleAndBody } from "../capture-text.ts";
import { addressOf, addressWithin } from "./address.ts";

const firstLine = (text: string) => text.trim().split("\n", 1)[0] ?? "";

/** An address in the first line. */
const capture: ItemCapture = {
  recognise: (text) => (addressOf(firstLine(text)) ? 0.98 : 0),
  problem: (text) =>
    text.trim() !== "" && addressOf(firstLine(text)) === null
      ? "A bookmark starts with an address such as https://example.org"
      : null,
  itemOf(text, tags) {
    const url = addressOf(firstLine(text)) ?? firstLine(text);
    return { type: "bookmark", body: titleAndBody(text).body, data: { url }, sourceUrl: url, tags };
  },
  convert(item) {
    const text = textOf(item);
    const url = addressWithin(text);
    if (!url) return null;
    const rest = text.replace(url, "").trim();
    return { type: "bookmark", title: titleAndBody(rest).title || url, body: rest, data: { url } };
  },
  unconvertible: "There is no address in this text",
};
export default capture;
