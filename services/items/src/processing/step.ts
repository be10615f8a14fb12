import type { ItemContent } from "../types/plugin.ts";

/** Why an enrichment step failed, in words for the person. */
export class StepFailure extends Error {
  override name = "StepFailure";
  /** @param temporary whether trying again by itself may help */
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
  html: string;
}

/** What steps may use of the outside world. */
export abstract class StepTools {
  /** Fetches a page of the public web. @throws StepFailure */
  abstract fetchPage(url: string, signal: AbortSignal): Promise<FetchedPage>;
}

/** One enrichment of an item; has its own state and can be run again. */
export interface Step {
  /** @returns what to merge into the item's data. @throws StepFailure */
  run(item: ItemContent, tools: StepTools, signal: AbortSignal): Promise<{ data?: Record<string, unknown> }>;
}
