/** Answers media queries about the width as a window of `px` would: jsdom has no layout. Others do not hold. */
export function windowWidth(px: number): void {
  window.matchMedia = (query) => {
    const min = /min-width: ([\d.]+)px/.exec(query)?.[1];
    const max = /max-width: ([\d.]+)px/.exec(query)?.[1];
    const matches = Boolean(min || max) && (!min || px >= Number(min)) && (!max || px <= Number(max));
    return { matches, media: query, addEventListener() {}, removeEventListener() {} } as unknown as MediaQueryList;
  };
}
