import type { Parser } from "htmlparser2";
import { decodeStream } from "../decode-stream.ts";

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
}

/** Longest text kept of a title, a description or a folder while reading. */
const MOST_TEXT = 20_000;
/** Deepest folder; links deeper in keep the path to here. */
const MOST_FOLDERS = 50;

/**
 * Reads the Netscape bookmark format as browsers and services write it, streaming, whatever is unclosed or wrongly nested.
 * Pocket's export, a plain list of links with times, is read too. Links of other pages are not bookmarks and left alone.
 */
export async function* rawBookmarks(file: AsyncIterable<Buffer>): AsyncGenerator<RawBookmark> {
  // Loaded when first needed: sanitize-html requires the same module, which is not possible while it is still being imported.
  const reader = new Reader((await import("htmlparser2")).Parser);
  for await (const text of decodeStream(file)) {
    reader.write(text);
    yield* reader.take();
  }
  reader.end();
  yield* reader.take();
}

class Reader {
  private readonly parser: Parser;
  private readonly folders: (string | null)[] = [];
  private ready: RawBookmark[] = [];
  private current: RawBookmark | null = null;
  private folderName: string | null = null;
  /** What text belongs to at present. */
  private within: "nothing" | "title" | "folder" | "description" = "nothing";
  private inTerm = false;

  constructor(HtmlParser: typeof Parser) {
    this.parser = new HtmlParser(
      {
        onopentag: (name, attributes) => this.open(name, attributes),
        onclosetag: (name) => this.close(name),
        ontext: (text) => this.text(text),
      },
      { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
    );
  }

  write(text: string) {
    this.parser.write(text);
  }

  end() {
    this.parser.end();
    this.finish();
  }

  take(): RawBookmark[] {
    const taken = this.ready;
    this.ready = [];
    return taken;
  }

  private open(name: string, attributes: Record<string, string>): void {
    if (name === "dl") {
      this.finish();
      this.folders.push(this.folderName);
      this.folderName = null;
    } else if (name === "dt") {
      this.finish();
      this.inTerm = true;
    } else if (name === "h3") {
      this.finish();
      this.folderName = "";
      this.within = "folder";
    } else if (name === "dd") {
      this.inTerm = false;
      this.within = this.current ? "description" : "nothing";
    } else if (name === "a") {
      this.link(attributes);
    } else if (name === "br" && this.within === "description") {
      this.text("\n");
    }
  }

  private link(attributes: Record<string, string>): void {
    const dated = attributes.add_date !== undefined || attributes.time_added !== undefined;
    if (!this.inTerm && !dated) return;
    this.finish();
    this.current = {
      href: attributes.href ?? "",
      title: "",
      addDate: attributes.add_date ?? attributes.time_added ?? "",
      tags: attributes.tags ?? "",
      description: attributes.description ?? "",
      folders: this.folders.filter((folder): folder is string => Boolean(folder)).slice(0, MOST_FOLDERS),
      isPrivate: attributes.private === "1" || attributes.private === "true",
    };
    this.within = "title";
  }

  private close(name: string): void {
    if (name === "dl") {
      this.finish();
      this.folders.pop();
    } else if ((name === "a" && this.within === "title") || (name === "h3" && this.within === "folder")) {
      this.within = "nothing";
    } else if (name === "dd") {
      this.finish();
    }
  }

  private text(text: string): void {
    if (this.within === "title" && this.current) this.current.title = (this.current.title + text).slice(0, MOST_TEXT);
    else if (this.within === "folder") this.folderName = ((this.folderName ?? "") + text).slice(0, MOST_TEXT);
    else if (this.within === "description" && this.current)
      this.current.description = (this.current.description + text).slice(0, MOST_TEXT);
  }

  /** The link read so far is complete. */
  private finish(): void {
    if (this.current) this.ready.push(this.current);
    this.current = null;
    this.within = "nothing";
  }
}
