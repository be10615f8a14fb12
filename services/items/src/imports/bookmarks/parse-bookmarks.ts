import type { Content } from "@tessera/service-kit/reader.ts";
import { Tokenizer } from "htmlparser2";

/** A link of a bookmarks file, as it stands there. */
export interface RawBookmark {
  href: string;
  title: string;
  addDate: string;
  tags: string;
  description: string;
  /** Names of the folders around it, outermost first. */
  folders: string[];
  isPrivate: boolean;
  /** What its app said of it: read and put away or not, a favourite, marked as still to be read. */
  isArchived?: true;
  isUnread?: true;
  isStarred?: true;
  isToRead?: true;
  /** What the browser takes in place of its address. */
  keyword?: string;
  /** Why it is none, in words; its title says which one. */
  refused?: string;
  /** It is no link, but a text of the person's own. */
  isNote?: true;
  /** It is no link, but what is said of a folder, the last of `folders`. */
  isFolder?: true;
}

/** Where the reading is between two segments of a file. */
export interface BookmarksState {
  /** Open lists, outermost first, with the names of their folders. */
  folders: (string | null)[];
  /** Open lists beyond those. */
  deeper: number;
  folderName: string | null;
  /** What is said of the folder that was named last. */
  about: string;
  /** That folder is the browser's own, which says the same of it to everybody. */
  isBuiltIn: boolean;
  current: RawBookmark | null;
  /** What text belongs to at present. */
  within: "nothing" | "title" | "folder" | "description" | "about" | "heading";
  inTerm: boolean;
  /** The heading above the links: Pocket sorts them under "Unread" and "Read Archive". */
  heading: string;
}

export const atBeginning: BookmarksState = {
  folders: [],
  deeper: 0,
  folderName: null,
  about: "",
  isBuiltIn: false,
  current: null,
  within: "nothing",
  inTerm: false,
  heading: "",
};

/** Longest text kept of a title, a folder or an attribute while reading. */
const MAX_TEXT = 20_000;
/** Longest description, of a link or of a folder. */
const MAX_SAID = 100_000;
/** Deepest folder; links deeper in keep the path to here. */
const MAX_FOLDERS = 50;
/** Folders that the browser made. */
const BUILT_IN = ["personal_toolbar_folder", "unfiled_bookmarks_folder"];
/** The headings above what the reader of Pocket has put away, and what not. */
const ARCHIVE = /^(?:read )?archive$/i;
const UNREAD = /^unread$/i;
const ATTRIBUTES = new Set([
  ...["href", "add_date", "time_added", "tags", "description", "private", "shortcuturl", "toread"],
  ...["important", "data-important", ...BUILT_IN],
]);

interface Segment {
  text: string;
  state: BookmarksState;
  /** Whether nothing comes after it. */
  last: boolean;
}

/** Reads a segment of a file in the Netscape bookmark format, which begins at a tag or continues the text before. */
export function parseBookmarks({
  value: { text, state, last },
}: Content<Segment>): Content<{ bookmarks: RawBookmark[]; state: BookmarksState }> {
  const reader = new Reader(state);
  reader.read(text);
  if (last) reader.finish();
  return { value: { bookmarks: reader.ready, state: reader.state }, blobs: [] };
}

/** Follows tags alone and builds no tree: it takes linear time whatever is unclosed or nested. */
class Reader {
  readonly ready: RawBookmark[] = [];
  readonly state: BookmarksState;
  private tag = "";
  private attribute = "";
  private value = "";
  private attributes: Record<string, string> = {};

  constructor(state: BookmarksState) {
    this.state = state;
  }

  read(text: string): void {
    const open = () => {
      this.open(this.tag, this.attributes);
      this.tag = "";
    };
    const tokenizer = new Tokenizer(
      { xmlMode: false, decodeEntities: true },
      {
        onopentagname: (start, end) => {
          this.tag = text.slice(start, end).toLowerCase();
          this.attributes = {};
        },
        onattribname: (start, end) => {
          this.attribute = text.slice(start, Math.min(end, start + 40)).toLowerCase();
          this.value = "";
        },
        onattribdata: (start, end) => {
          if (ATTRIBUTES.has(this.attribute)) this.value += text.slice(start, Math.min(end, start + MAX_TEXT));
        },
        onattribentity: (code) => {
          if (ATTRIBUTES.has(this.attribute)) this.value += String.fromCodePoint(code);
        },
        onattribend: () => {
          if (ATTRIBUTES.has(this.attribute) && !Object.hasOwn(this.attributes, this.attribute))
            this.attributes[this.attribute] = this.value.slice(0, MAX_TEXT);
        },
        onopentagend: open,
        onselfclosingtag: open,
        onclosetag: (start, end) =>
          this.close(
            text
              .slice(start, Math.min(end, start + 40))
              .trim()
              .toLowerCase(),
          ),
        ontext: (start, end) => this.text(text.slice(start, Math.min(end, start + MAX_SAID))),
        ontextentity: (code) => this.text(String.fromCodePoint(code)),
        oncdata: () => undefined,
        oncomment: () => undefined,
        ondeclaration: () => undefined,
        onprocessinginstruction: () => undefined,
        onend: () => undefined,
      },
    );
    tokenizer.write(text);
    tokenizer.end();
  }

  private open(name: string, attributes: Record<string, string>): void {
    const { state } = this;
    if (name === "dl") {
      this.finish();
      if (state.folders.length < MAX_FOLDERS) state.folders.push(state.folderName);
      else state.deeper += 1;
      state.folderName = null;
    } else if (name === "dt") {
      this.finish();
      state.inTerm = true;
    } else if (name === "h3") {
      this.finish();
      state.folderName = "";
      state.isBuiltIn = BUILT_IN.some((name) => Object.hasOwn(attributes, name));
      state.within = "folder";
    } else if (name === "dd") {
      state.inTerm = false;
      state.within = state.current ? "description" : state.folderName === null ? "nothing" : "about";
    } else if (name === "h1" && state.within === "nothing") {
      state.heading = "";
      state.within = "heading";
    } else if (name === "a") {
      this.link(attributes);
    } else if (name === "br" && (state.within === "description" || state.within === "about")) {
      this.text("\n");
    }
  }

  private link(attributes: Record<string, string>): void {
    const { state } = this;
    const dated = attributes.add_date !== undefined || attributes.time_added !== undefined;
    if (!state.inTerm && !dated) return;
    this.finish();
    const is = (attribute: string) => /^(?:1|true|yes)$/i.test(attributes[attribute] ?? "");
    const { shortcuturl: keyword } = attributes;
    state.current = {
      href: attributes.href ?? "",
      title: "",
      addDate: attributes.add_date ?? attributes.time_added ?? "",
      tags: attributes.tags ?? "",
      description: attributes.description ?? "",
      folders: state.folders.filter((folder): folder is string => Boolean(folder)),
      isPrivate: is("private"),
      ...(keyword ? { keyword } : {}),
      ...(attributes.time_added !== undefined ? stateUnder(state.heading.trim()) : {}),
      ...(is("important") || is("data-important") ? { isStarred: true } : {}),
      ...(is("toread") ? { isToRead: true } : {}),
    };
    state.within = "title";
  }

  private close(name: string): void {
    const { state } = this;
    if (name === "dl") {
      this.finish();
      if (state.deeper > 0) state.deeper -= 1;
      else state.folders.pop();
    } else if ((name === "a" && state.within === "title") || (name === "h3" && state.within === "folder")) {
      state.within = "nothing";
    } else if (name === "h1" && state.within === "heading") {
      state.within = "nothing";
    } else if (name === "dd") {
      this.finish();
    }
  }

  private text(text: string): void {
    const { state } = this;
    if (state.within === "title" && state.current) state.current.title = joined(state.current.title, text);
    else if (state.within === "folder") state.folderName = joined(state.folderName ?? "", text);
    else if (state.within === "heading") state.heading = joined(state.heading, text);
    else if (state.within === "about") state.about = joined(state.about, text, MAX_SAID);
    else if (state.within === "description" && state.current)
      state.current.description = joined(state.current.description, text, MAX_SAID);
  }

  /** The link read so far is complete, or what is said of a folder. */
  finish(): void {
    if (this.state.current) this.ready.push(this.state.current);
    else if (this.state.about.trim() && !this.state.isBuiltIn) this.ready.push(this.folder());
    this.state.about = "";
    this.state.current = null;
    this.state.within = "nothing";
  }

  private folder(): RawBookmark {
    const { folders, folderName, about } = this.state;
    return {
      ...{ href: "", title: folderName ?? "", addDate: "", tags: "", description: about, isPrivate: false },
      folders: [...folders, folderName].filter((folder): folder is string => Boolean(folder)),
      isFolder: true,
    };
  }
}

const stateUnder = (heading: string): Pick<RawBookmark, "isArchived" | "isUnread"> => ({
  ...(ARCHIVE.test(heading) ? { isArchived: true } : {}),
  ...(UNREAD.test(heading) ? { isUnread: true } : {}),
});

const joined = (text: string, more: string, most = MAX_TEXT) =>
  text.length >= most ? text : (text + more).slice(0, most);
