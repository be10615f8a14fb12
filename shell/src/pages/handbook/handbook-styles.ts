import { FILE_LIMIT_MS, limitTime } from "@tessera/federation/runtime/file-limit.ts";

const ADDRESS = "/handbook.css";

/**
 * Resolves when the handbook's style sheet is in the page, as it is when the server has sent one of its pages, or when
 * it did not come in time: the text can be read without, and the next page asks again.
 */
export function loadStyles(): Promise<void> {
  if (document.querySelector(`style[data-handbook], link[rel=stylesheet][href="${ADDRESS}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: ADDRESS });
  limitTime(link, FILE_LIMIT_MS);
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      resolve();
    });
  });
}
