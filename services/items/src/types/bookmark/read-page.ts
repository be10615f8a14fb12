import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import { type FetchedPage, StepFailure } from "../../processing/step.ts";

export interface ReadPage {
  /** HTML of the readable part, not yet sanitised. */
  content: string;
  title: string;
  site: string;
  author: string;
  description: string;
}

/** Finds what is worth reading in a page, and what the page says about itself. @throws StepFailure when nothing is */
export async function readPage({ html, url }: FetchedPage): Promise<ReadPage> {
  const { document } = parseHTML(html);
  if (!document.documentElement) throw new StepFailure("The page is empty");
  for (const element of document.querySelectorAll("script:not([type='application/ld+json']), style, noscript, template")) element.remove();
  try {
    // useAsync: false, because its extractors would fetch from addresses that nobody checked.
    const { content, title, site, author, description } = await Defuddle(document as unknown as Document, url, { useAsync: false });
    return { content, title: oneLine(title), site: oneLine(site), author: oneLine(author), description: oneLine(description) };
  } catch {
    throw new StepFailure("The page could not be read");
  }
}

const oneLine = (text: string | undefined) => (text ?? "").replaceAll(/\s+/g, " ").trim();
