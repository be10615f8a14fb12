/** Whether a title is found, by a query that was read once for all of them. */
export type Finds = (title: string) => boolean;

/** Words of the query, each of which must be somewhere in the title. */
export const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

export function finding(query: string): Finds {
  const words = wordsOf(query);
  return (title) => {
    const text = title.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
