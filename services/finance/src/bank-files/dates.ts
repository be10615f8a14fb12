/** Order of day, month and year in a date that is written in numbers. */
export type DateOrder = "DMY" | "MDY" | "YMD";
