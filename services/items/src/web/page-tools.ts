import { ContentError, readersOf, type UntrustedReaders } from "@tessera/service-kit";
import type { PictureSize } from "../pictures/read-picture.ts";
import { type FetchedPage, type FetchedPicture, StepFailure, type StepRun, StepTools } from "../processing/step.ts";
import type * as readers from "../readers.ts";
import type { ReadPage } from "../types/bookmark/read-page.ts";
import type { PageFetcher } from "./page-fetcher.ts";

const reader = readersOf<typeof readers>("@tessera/service-items/readers");
const MB = 1024 * 1024;
/** Good pages take less than a second. */
const PAGE = reader("page", { cpuMs: 8_000, maxInput: 4 * MB, maxOutput: 16 * MB });
/** The largest pictures that are decoded take two seconds. */
const PICTURE = reader("picture", { cpuMs: 8_000, maxInput: 7 * MB, maxOutput: 12 * MB });

/** The tools of the steps: pages are fetched from the public web alone, and read in a process of their own. */
export class PageTools extends StepTools {
  constructor(
    private readonly fetcher: PageFetcher,
    private readonly readers: UntrustedReaders,
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

  async readPage({ url, contentType, bytes }: FetchedPage, run: StepRun): Promise<ReadPage> {
    try {
      return (await this.readers.read(PAGE, { value: { url, contentType }, blobs: [bytes] }, run)).value;
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      throw new StepFailure(
        error.message.replace(/^The content\b/, "The page").replace("the content", "the page"),
        error.temporary,
      );
    }
  }
}
