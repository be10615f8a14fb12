import { ImageData } from "@tessera/contracts-items/items.ts";
import { definePlugin } from "../plugin.ts";
import { withoutEnding } from "../without-ending.ts";
import { pictureStep } from "./picture-step.ts";
import { wordsStep } from "./words-step.ts";

/** What can be decoded; other pictures are kept as files. */
const SHOWN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff"]);

/** By the camera's own clock: "8 Jan 2004". */
const TAKEN = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A picture, a photograph or a screenshot: shown, and found by the words in it. */
export default definePlugin({
  definition: {
    type: "image",
    label: "Image",
    icon: "mdi-image-outline",
    menuItem: { label: "Images" },
    order: 50,
    capabilities: ["clipboard"],
  },
  data: ImageData,
  serverFields: Object.keys(ImageData.shape),
  longFields: ["text"],
  embeddingFields: ["title", "body", "data.text"],
  getTitleContent: ({ data }) => withoutEnding(String(data.fileName ?? "")),
  getContent: ({ body, data }) => [body, data.text, data.camera].filter(Boolean).join("\n"),
  getRow: ({ body, data }) => [
    data.width ? `${data.width} × ${data.height}` : "",
    data.takenAt ? TAKEN.format(new Date(`${data.takenAt}Z`)) : "",
    body || String(data.text ?? ""),
  ],
  summary: ({ thumbnail }) => (typeof thumbnail === "string" ? { icon: thumbnail } : {}),
  followUpJobs: ["picture", "words"],
  steps: { picture: pictureStep, words: wordsStep },
  file: { takes: (mediaType) => SHOWN.has(mediaType), fields: Object.keys(ImageData.shape) },
  handleShare: ({ title, file }) => {
    if (!file || !SHOWN.has(file.mediaType)) return null;
    const { name: fileName, mediaType, bytes } = file;
    return { confidence: 0.95, item: { title, body: "", data: { fileName, mediaType, bytes } } };
  },
});
