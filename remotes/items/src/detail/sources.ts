/** How cards came in, in words. */
export const SOURCES: Readonly<Record<string, string>> = {
  capture: "Added by hand",
  "import:bookmarks": "Imported bookmarks",
  "import:mail": "Imported mail",
  "import:notes": "Imported notes",
  "import:tasks": "Imported tasks",
  "import:contacts": "Imported contacts",
  area: "Another part of Tessera",
  "mail-in": "Sent to your address",
};
