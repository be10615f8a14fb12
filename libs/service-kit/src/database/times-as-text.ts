import pg from "pg";

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = pg.types.builtins;
/** Types whose values stay as PostgreSQL writes them, as drizzle has it: times, and arrays of them. */
const AS_TEXT = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL, 1231, 1115, 1185, 1187, 1182]);
const same = (value: string) => value;

/** How values of statements that do not go through drizzle are read: as drizzle reads them. */
export const timesAsText = {
  getTypeParser: (type: number, format: "text" | "binary" = "text") =>
    AS_TEXT.has(type) ? same : pg.types.getTypeParser(type, format as never),
};
