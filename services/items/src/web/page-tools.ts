import { ContentError, readersOf, type UntrustedReaders } from "@tessera/service-kit";
import { type FetchedPage, StepFailure, type StepRun, StepTools } from "../processing/step.ts";
import type * as readers from "../readers.ts";
import type { ReadPage } from "../types/bookmark/read-page.ts";
import type { PageFetcher } from "./page-fetcher.ts";

/** Good pages take less than a second. */
const PAGE = readersOf<typeof readers>("@tessera/service-items/readers")("page", {
  cpuMs: 8_000,
  maxInput: 4 * 1024 * 1024,
  maxOutput: 16 * 1024 * 1024,
});

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
