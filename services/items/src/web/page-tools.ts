import { MAX_FILE_BYTES } from "@tessera/contracts-items/limits.ts";
import { ContentError, readersOf, type UntrustedReaders } from "@tessera/service-kit";
import type { FoundWords } from "../ocr/recognise.ts";
import { isTiff } from "../ocr/tiff.ts";
import type { WordRecogniser } from "../ocr/word-recogniser.ts";
import type { PageToCopy } from "../page-copies/copy-page.ts";
import type { PictureSize } from "../pictures/read-picture.ts";
import {
  type CopyContent,
  type FetchedPage,
  type FetchedPicture,
  type ReadRun,
  StepFailure,
  type StepRun,
  StepTools,
} from "../processing/step.ts";
import type * as readers from "../readers.ts";
import type { ReadPage } from "../types/bookmark/read-page.ts";
import { PDF as PDF_TYPE } from "../types/file/kinds.ts";
import type { FoundDocument } from "../types/file/read-document.ts";
import type { FoundImage } from "../types/image/found-image.ts";
import type { PageFetcher } from "./page-fetcher.ts";

const reader = readersOf<typeof readers>("@tessera/service-items/readers");
const MB = 1024 * 1024;
/** Good pages take less than a second. */
const PAGE = reader("page", { cpuMs: 8_000, maxInput: 4 * MB, maxOutput: 16 * MB });
/** The largest pages take two seconds; what is fetched for them is bounded in page-copies/collect-copy.ts. */
const COPY = reader("copyPage", { cpuMs: 10_000, maxInput: 40 * MB, maxOutput: 16 * MB });
/** The largest pictures that are decoded take two seconds. */
const PICTURE = reader("picture", { cpuMs: 8_000, maxInput: 7 * MB, maxOutput: 12 * MB });

/** An image of 50 million pixels takes five seconds. */
const IMAGE = reader("image", { cpuMs: 20_000, maxInput: MAX_FILE_BYTES, maxOutput: 32 * MB });
/** A reading ends on its own after 12 seconds with what it has; a single page may take longer. */
const PDF = reader("pdf", { cpuMs: 25_000, maxInput: MAX_FILE_BYTES, maxOutput: 4 * MB });
const PLAIN_TEXT = reader("plainText", { cpuMs: 5_000, maxInput: MAX_FILE_BYTES, maxOutput: 4 * MB });

/** The tools of the steps: pages are fetched from the public web alone, and read in a process of their own. */
export class PageTools extends StepTools {
  constructor(
    private readonly fetcher: PageFetcher,
    private readonly readers: UntrustedReaders,
    private readonly words: WordRecogniser,
  ) {
    super();
  }

  fetchPage(address: string, signal: AbortSignal): Promise<FetchedPage> {
    return this.fetcher.fetchPage(address, signal);
  }

  async fetchPicture(address: string, size: PictureSize, run: StepRun): Promise<FetchedPicture> {
    const { bytes } = await this.fetcher.fetchPicture(address, run.signal);
    const { value, blobs } = await this.readers.read(PICTURE, { value: size, blobs: [bytes] }, run);
    return { ...value, content: blobs[0]! };
  }

  fetchSheet(address: string, signal: AbortSignal): Promise<FetchedPage> {
    return this.fetcher.fetchSheet(address, signal);
  }

  async copyPage({ url, contentType, bytes }: FetchedPage, found: CopyContent[], maxBytes: number, run: StepRun) {
    const parts = found.map(({ content: _, ...part }) => part);
    const value: PageToCopy = { url, contentType, maxBytes, parts };
    const content = { value, blobs: [bytes, ...found.map(({ content }) => content)] };
    const copied = await inWords("page", this.readers.read(COPY, content, run));
    return { ...copied.value, content: copied.blobs[0]! };
  }

  async readPage({ url, contentType, bytes }: FetchedPage, run: ReadRun): Promise<ReadPage> {
    const content = { value: { url, contentType }, blobs: [bytes] };
    return (await inWords("page", this.readers.read(PAGE, content, run))).value;
  }

  async readImage(image: Buffer, run: StepRun): Promise<FoundImage> {
    const shown = isTiff(image) ? await inWords("image", this.words.tiffAsPng(image, run)) : image;
    const { value, blobs } = await inWords("image", this.readers.read(IMAGE, { value: null, blobs: [shown] }, run));
    return {
      ...value,
      preview: { ...value.preview, content: blobs[0]! },
      thumbnail: { ...value.thumbnail, content: blobs[1]! },
    };
  }

  recogniseWords(image: Buffer, run: StepRun): Promise<FoundWords> {
    return inWords("image", this.words.recognise(image, run));
  }

  async readDocument(file: Buffer, mediaType: string, run: StepRun): Promise<FoundDocument> {
    const kind = mediaType === PDF_TYPE ? PDF : PLAIN_TEXT;
    return (await inWords("file", this.readers.read(kind, { value: null, blobs: [file] }, run))).value;
  }
}

/** What a reader refuses as a failure of a step, whose sentence names the thing that was read. */
async function inWords<T>(thing: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const sentence = error.message
      .replace(/^The content\b/, `The ${thing}`)
      .replace("the content", `the ${thing}`)
      .replace(/^It\b/, `The ${thing}`);
    throw new StepFailure(sentence, error.temporary);
  }
}
