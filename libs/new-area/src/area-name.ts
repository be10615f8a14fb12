/** An area's name in the forms that its files need. */
export interface AreaName {
  /** Folders, packages, addresses, topics: `deep-work`. */
  kebab: string;
  /** The database schema: `deep_work`. */
  snake: string;
  /** Values: `deepWork`. */
  camel: string;
  /** Types: `DeepWork`. */
  pascal: string;
  /** What people read: `Deep work`. */
  title: string;
}

/** Longest name; with "-card" behind it, it is still the name of an item type (40 characters). */
export const MAX_NAME_LENGTH = 30;
/** Longest title; routes and navigation take 80 characters, with words beside it. */
const MAX_TITLE_LENGTH = 40;

const NAME = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;
/** Letters, digits, spaces and hyphens: a title is written into code, JSON and Markdown as it is. */
const TITLE = /^\p{L}[\p{L}\p{N}]*([ -][\p{L}\p{N}]+)*$/u;

/** @throws Error that says what a name or a title looks like */
export function areaName(name: string, title = sentence(name)): AreaName {
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH)
    throw new Error(
      `"${name}" cannot be the name of an area: use words of lower-case letters and digits, joined by hyphens, ` +
        `for example finance or deep-work, ${MAX_NAME_LENGTH} characters at most.`,
    );
  if (!TITLE.test(title) || title.length > MAX_TITLE_LENGTH)
    throw new Error(
      `"${title}" cannot be a title: use letters, digits, spaces and hyphens, for example "Deep work", ${MAX_TITLE_LENGTH} characters at most.`,
    );
  const words = name.split("-");
  const pascal = words.map(capital).join("");
  return { kebab: name, snake: words.join("_"), camel: pascal[0]!.toLowerCase() + pascal.slice(1), pascal, title };
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
const sentence = (name: string) => (name ? capital(name.replaceAll("-", " ")) : "");
