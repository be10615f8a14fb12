import { z } from "zod";

/**
 * What a page says of a release it runs: `load` (it ran, or should have), `failure` (it could not be loaded or threw while it started),
 * `error` (nothing handled an error of it), and the vitals of the page that it owned, `value` in ms (cls: no unit).
 */
export const Measurement = z.strictObject({
  app: z.string().max(40),
  release: z.string().max(80),
  metric: z.enum(["load", "failure", "error", "lcp", "inp", "cls"]),
  value: z.number().min(0).max(3_600_000).optional(),
});
export type Measurement = z.infer<typeof Measurement>;

export const TelemetryReport = z.strictObject({
  /** The page's name, signed by the server that gave it out. */
  page: z.string().max(300),
  measurements: z.array(Measurement).min(1).max(50),
});
export type TelemetryReport = z.infer<typeof TelemetryReport>;
