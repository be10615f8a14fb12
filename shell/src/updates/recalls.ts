import type { Composition, Recall } from "@tessera/federation/composition.ts";
import { RECALLS_PATH } from "@tessera/federation/page.ts";

/** Ms over which the pages that a recall concerns spread their question: all receive it at once. */
const SPREAD_MS = 1_000;
/** Ms until the stream is opened: what the first view fetches comes first. */
const START_MS = 2_000;

interface Options {
  composition: Composition;
  /**
   * Asks which build the visitor gets now. `withdrawn`: title of the app whose release was; null where it may have been
   * missed.
   */
  look(withdrawn: string | null): void;
  /** Absent in what is no browser. */
  Stream?: typeof EventSource;
}

/**
 * Looks for another build at once when a release that this page runs was withdrawn. The stream is open while the page
 * is visible: over HTTP/1.1 a browser has six connections, whatever the number of tabs.
 */
export function followRecalls({ composition, look, Stream = globalThis.EventSource }: Options): { stop(): void } {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runs = ({ app, releases }: Recall) =>
    [composition.shell, ...composition.remotes].find(
      ({ name, release }) => name === app && (releases === null || releases.includes(release.id)),
    );
  const open = () => {
    if (stream || document.hidden || !Stream) return;
    let again = false;
    stream = new Stream(RECALLS_PATH);
    stream.onopen = () => {
      if (again) look(null); // what was said while it was interrupted was missed
      again = true;
    };
    stream.onmessage = ({ data }) => {
      const own = runs(JSON.parse(data) as Recall);
      if (own) setTimeout(() => look(own.title), Math.random() * SPREAD_MS);
    };
  };
  const close = () => {
    clearTimeout(timer);
    stream?.close();
    stream = null;
  };
  // What is missed while the page is hidden, the poll finds when it is seen again.
  const turn = () => (document.hidden ? close() : open());
  timer = setTimeout(open, START_MS);
  document.addEventListener("visibilitychange", turn);
  return {
    stop() {
      document.removeEventListener("visibilitychange", turn);
      close();
    },
  };
}
