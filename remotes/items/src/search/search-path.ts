/** Where a search is shown. */
export const searchPath = (q: string): string => `/search?${new URLSearchParams({ q })}`;
