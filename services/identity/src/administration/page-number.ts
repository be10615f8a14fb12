import { z } from "zod";

/** As upstream, 0 means the default. A larger number than allowed means the maximum. */
export const pageNumber = (fallback: number, max: number) =>
  z.preprocess(
    (given) => (given === undefined ? "" : given),
    z
      .string()
      .regex(/^\d*$/, "Bad Pagination Parameters")
      .transform((given) => Math.min(Number(given) || fallback, max)),
  );
