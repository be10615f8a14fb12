import { z } from "zod";

/**
 * What a page says of a release it runs:
 * - `load`: its code was asked for, maybe ahead of time. Judges nothing.
 * - `drawn`: its routes were really drawn; the shell's when its frame was.
 * - `failure`: it could not be loaded, or threw while it started or was drawn and was replaced.
 * - `error`: an error that nothing handled, or that only a boundary of the shell caught.
 * - `hang`: the page it was shown on did not answer for seconds.
 * - `recovered`: React drew it after all. Judges nothing.
 * - the vitals of the page that it owned: `value` in ms (cls: no unit), `warm` when no script of the page came over the
 *   network.
 */
export const Measurement = z.strictObject({
  app: z.string().max(40),
  release: z.string().max(80),
  metric: z.enum(["load", "drawn", "failure", "error", "hang", "recovered", "lcp", "inp", "cls"]),
  value: z.number().min(0).max(3_600_000).optional(),
  warm: z.boolean().optional(),
});
export type Measurement = z.infer<typeof Measurement>;

export const TelemetryReport = z.strictObject({
  /** The page's name, signed by the server that gave it out. */
  page: z.string().max(300),
  measurements: z.array(Measurement).min(1).max(50),
});
export type TelemetryReport = z.infer<typeof TelemetryReport>;
