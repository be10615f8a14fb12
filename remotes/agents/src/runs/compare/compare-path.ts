/** The page that shows two runs side by side. */
export const comparePath = (one: string, other: string) => `/agents/runs/compare?one=${one}&other=${other}`;

/** The list of runs, where the other one is chosen. */
export const choosePath = (one: string) => `/agents/runs?compare=${one}`;
