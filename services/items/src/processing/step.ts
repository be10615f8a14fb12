import type { FoundWords } from "../ocr/recognise.ts";
import type { PageCopy } from "../page-copies/collect-copy.ts";
import type { CopiedPage, CopyPart } from "../page-copies/copy-page.ts";
import type { KeptPicture } from "../pictures/collect-pictures.ts";
import type { PictureSize, ReadPicture } from "../pictures/read-picture.ts";
import type { ReadPage } from "../types/bookmark/read-page.ts";
import type { FoundDocument } from "../types/file/read-document.ts";
import type { FoundImage } from "../types/image/found-image.ts";
import type { ItemContent } from "../types/plugin.ts";

/** Why an enrichment step failed, in words for the person. */
export class StepFailure extends Error {
  override name = "StepFailure";
  /** @param temporary whether trying again on its own may help */
  constructor(
    message: string,
    readonly temporary = false,
  ) {
    super(message);
  }
}

/** A page as it was fetched. */
export interface FetchedPage {
  /** Address after redirects. */
  url: string;
  contentType: string;
  bytes: Buffer;
}

/** A picture as it is kept, decoded and encoded again. */
export interface FetchedPicture extends ReadPicture {
  content: Uint8Array;
}

/** A style sheet or a picture of a page. */
export interface CopyContent extends CopyPart {
  content: Uint8Array;
}

/** The file that a card was made of. */
export interface StepFile {
  name: string;
  mediaType: string;
  /** @throws StepFailure when it is gone */
  read(): Promise<Buffer>;
}

/** Whose step it is, when it began, what ends it, how many bytes of files the person may still keep, the first file. */
export interface StepRun {
  person: string;
  now: Date;
  signal: AbortSignal;
  room: number;
  file: StepFile | null;
}

/** For whom a page is read, and what ends it. */
export type ReadRun = Pick<StepRun, "person" | "signal">;

/** What steps may use of the outside world. */
export abstract class StepTools {
  /** Fetches a page of the public web. @throws StepFailure */
  abstract fetchPage(url: string, signal: AbortSignal): Promise<FetchedPage>;
  /** Finds what is worth reading in a page. @throws StepFailure */
  abstract readPage(page: FetchedPage, run: ReadRun): Promise<ReadPage>;
  /** Fetches a picture of the public web. @throws StepFailure, ContentError */
  abstract fetchPicture(url: string, size: PictureSize, run: StepRun): Promise<FetchedPicture>;
  /** Fetches a style sheet of the public web. @throws StepFailure */
  abstract fetchSheet(url: string, signal: AbortSignal): Promise<FetchedPage>;
  /**
   * Makes one document of a page with the parts that were found, of `maxBytes` at most; says what it still lacks.
   * @throws StepFailure
   */
  abstract copyPage(
    page: FetchedPage,
    parts: CopyContent[],
    maxBytes: number,
    run: StepRun,
  ): Promise<CopiedPage & { content: Uint8Array }>;
  /** What an image is, and two pictures of it. @throws StepFailure */
  abstract readImage(image: Buffer, run: StepRun): Promise<FoundImage>;
  /** The words that an image shows. @throws StepFailure */
  abstract recogniseWords(image: Buffer, run: StepRun): Promise<FoundWords>;
  /** What a document says. @throws StepFailure */
  abstract readDocument(file: Buffer, mediaType: string, run: StepRun): Promise<FoundDocument>;
}

/** One enrichment of an item; has its own state and can be run again. */
export interface Step {
  /** Whether an item has the step at all; left out: each has. */
  concerns?(item: ItemContent): boolean;
  /** It takes a core for seconds, and others should not wait for it. */
  slow?: true;
  /**
   * @returns what to merge into the item's data, the pictures that the card has from now on (those before stay
   * without), and a copy of its page to keep beside them. @throws StepFailure
   */
  run(
    item: ItemContent,
    tools: StepTools,
    run: StepRun,
  ): Promise<{ data?: Record<string, unknown>; pictures?: KeptPicture[]; pageCopy?: PageCopy }>;
}
