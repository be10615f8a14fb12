const NAMES: Record<string, string> = {
  readable: "Readable copy",
  title: "Title",
  metadata: "Metadata",
  embedding: "Search by meaning",
  picture: "Preview",
  words: "Text recognition",
  language: "Language",
};

/** An enrichment step in words. */
export const stepName = (step: string) =>
  NAMES[step] ?? (step[0] ?? "").toUpperCase() + step.slice(1).replaceAll(/[-_]/g, " ");
