import { MAX_EXTRACTED_LENGTH } from "@tessera/contracts-items/limits.ts";
import { ContentError } from "@tessera/service-kit/content-error.ts";
import type { Content } from "@tessera/service-kit/reader.ts";
import type { FoundDocument } from "./read-document.ts";

/** Pages whose text is read. */
const MAX_PAGES = 1000;
/** Milliseconds after which no further page is begun: what was read until then is kept. */
const MAX_READING_MS = 12_000;
/** Pieces of text of one page: a drawing may have a million. */
const MAX_PIECES = 50_000;

/** The words of a PDF, page by page, and what it says of itself. @throws ContentError */
export async function readPdf({ blobs: [bytes] }: Content<null>): Promise<Content<FoundDocument>> {
  const { getDocumentProxy } = await import("unpdf");
  const began = performance.now();
  const settings = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0 };
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes!), settings);
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    const texts: string[] = [];
    let [length, cut] = [0, false];
    for (let number = 1; number <= pdf.numPages && !cut; number += 1) {
      const text = await textOfPage(pdf, number);
      texts.push(text);
      length += text.length + 2;
      cut =
        length > MAX_EXTRACTED_LENGTH ||
        (number < pdf.numPages && (number >= MAX_PAGES || performance.now() - began > MAX_READING_MS));
    }
    return {
      value: {
        text: texts.join("\n\n").trim().slice(0, MAX_EXTRACTED_LENGTH),
        textCut: cut,
        pages: pdf.numPages,
        ...(isSize(width) && isSize(height) ? { pageWidth: rounded(width), pageHeight: rounded(height) } : {}),
        ...(await factsOf(pdf)),
      },
      blobs: [],
    };
  } catch (error) {
    if ((error as Error | undefined)?.name === "PasswordException")
      throw new ContentError("unreadable", "The PDF is protected by a password, so its text cannot be read");
    if (error instanceof RangeError) throw error;
    throw new ContentError("unreadable", "The PDF is damaged, so its text cannot be read");
  }
}

type Pdf = Awaited<ReturnType<typeof import("unpdf").getDocumentProxy>>;

/** The text of a page; empty for one that is damaged, so that the others are read. */
async function textOfPage(pdf: Pdf, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return items
      .slice(0, MAX_PIECES)
      .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
      .join("")
      .trim();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return "";
  }
}

async function factsOf(pdf: Pdf): Promise<Pick<FoundDocument, "documentTitle" | "author" | "writtenAt">> {
  const metadata = await pdf.getMetadata().catch(() => null);
  const info = (metadata?.info ?? {}) as Record<string, unknown>;
  const words = (value: unknown) => (typeof value === "string" ? value.replaceAll(/\p{Cc}+/gu, " ").trim() : "");
  const [documentTitle, author] = [titleOf(words(info.Title)), words(info.Author).slice(0, 300).toWellFormed()];
  const writtenAt = timeOf(words(info.CreationDate));
  return {
    ...(documentTitle ? { documentTitle } : {}),
    ...(author ? { author } : {}),
    ...(writtenAt ? { writtenAt } : {}),
  };
}

/** The title that its writer gave it; programs write the name of the file it was made from. */
const titleOf = (title: string): string =>
  /^(untitled\b|microsoft (word|powerpoint|excel) - |document\d*$)|\.(docx?|odt|indd|tex|dvi|pptx?|xlsx?|pdf|rtf|qxd)$/i.test(
    title,
  )
    ? ""
    : title.slice(0, 500).toWellFormed();

/** "D:20120410143026-07'00'" as a moment; ISO 32000-1, 7.9.4. */
export function timeOf(date: string): string | undefined {
  const found = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/.exec(date);
  if (!found) return undefined;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", sign, hours, minutes = "00"] =
    found;
  const zone = sign ? `${sign}${hours}:${minutes}` : "Z";
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1 ? undefined : time.toISOString();
}

const isSize = (length: number) => Number.isFinite(length) && length > 0;
const rounded = (length: number) => Math.round(length * 100) / 100;
