import { fileKind } from "@tessera/contracts-items/file-kind.ts";
import { FileData } from "@tessera/contracts-items/items.ts";
import { definePlugin } from "../plugin.ts";
import { withoutEnding } from "../without-ending.ts";
import { hasText } from "./kinds.ts";
import { textStep } from "./text-step.ts";

/** Any file; of a PDF and of a text, what it says is found. */
export default definePlugin({
  definition: {
    type: "file",
    label: "File",
    icon: "mdi-file-outline",
    menuItem: { label: "Files" },
    order: 55,
    capabilities: ["clipboard"],
  },
  data: FileData,
  serverFields: Object.keys(FileData.shape),
  longFields: ["text"],
  embeddingFields: ["title", "body", "data.text"],
  getTitleContent: ({ data }) => String(data.documentTitle ?? "") || withoutEnding(String(data.fileName ?? "")),
  getContent: ({ body, data }) => [body, data.author, data.text].filter(Boolean).join("\n"),
  getRow: ({ body, data }) => [
    fileKind(String(data.mediaType ?? ""), String(data.fileName ?? "")),
    data.pages ? `${data.pages} ${data.pages === 1 ? "page" : "pages"}` : "",
    body || String(data.text ?? ""),
  ],
  followUpJobs: ["text"],
  steps: { text: textStep },
  file: { takes: () => true, fields: Object.keys(FileData.shape) },
  handleShare: ({ title, file }) => {
    if (!file) return null;
    const { name: fileName, mediaType, bytes } = file;
    return {
      confidence: hasText(mediaType) ? 0.8 : 0.5,
      item: { title, body: "", data: { fileName, mediaType, bytes } },
    };
  },
});
