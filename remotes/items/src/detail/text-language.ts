import { createContext } from "react";

/** Language of the texts of the card around, as `lang` takes it; undefined: that of the page. */
export const TextLanguage = createContext<string | undefined>(undefined);

const names = new Intl.DisplayNames("en", { type: "language" });
export const languageName = (code: string): string => names.of(code) ?? code;
