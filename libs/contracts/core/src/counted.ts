/** A number with its noun: "1 card", "1,200 cards". `many` is given where it is not `one` with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
