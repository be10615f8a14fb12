type Listener = (event: Pick<MediaQueryListEvent, "matches" | "media">) => void;

let width = 0;
const followed = new Set<{ query: string; listener: Listener }>();

function matches(query: string): boolean {
  const min = /min-width: ([\d.]+)px/.exec(query)?.[1];
  const max = /max-width: ([\d.]+)px/.exec(query)?.[1];
  return Boolean(min || max) && (!min || width >= Number(min)) && (!max || width <= Number(max));
}

function matchMedia(query: string): MediaQueryList {
  return {
    get matches() {
      return matches(query);
    },
    media: query,
    addEventListener: (_change: "change", listener: Listener) => followed.add({ query, listener }),
    removeEventListener(_change: "change", listener: Listener) {
      for (const one of followed) if (one.query === query && one.listener === listener) followed.delete(one);
    },
  } as unknown as MediaQueryList;
}

/** Answers media queries about the width as a window of `px` would: jsdom has no layout. Others do not hold. */
export function windowWidth(px: number): void {
  width = px;
  window.matchMedia = matchMedia;
  for (const { query, listener } of followed) listener({ matches: matches(query), media: query });
}
