import { type RolloutStep, RolloutSteps } from "@tessera/contracts-releases/releases.ts";
import { UsageError } from "./running-product.ts";

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `1,10,50,100` held for `10m` each; `margin` in points, or `none`. @throws UsageError */
export function stepsOf(percents: string, hold: string, minLoads: string, margin?: string): RolloutStep[] {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(hold) ?? [];
  if (!count || !unit) throw new UsageError(`--hold must be like 30s, 10m, 2h or 1d, not "${hold}"`);
  if (!/^\d+$/.test(minLoads)) throw new UsageError(`--min-loads must be a number, not "${minLoads}"`);
  if (margin !== undefined && margin !== "none" && !/^\d+(\.\d+)?$/.test(margin))
    throw new UsageError(`--margin must be a number of points, or none, not "${margin}"`);
  const parsed = RolloutSteps.safeParse(
    percents.split(",").map((percent) => ({
      percent: Number(percent),
      holdSeconds: Number(count) * SECONDS[unit]!,
      gate: {
        minLoads: Number(minLoads),
        ...(margin === undefined ? {} : { margin: margin === "none" ? null : Number(margin) }),
      },
    })),
  );
  if (!parsed.success)
    throw new UsageError(
      `--rollout must be ascending percentages like 1,10,50,100: ${parsed.error.issues[0]!.message}`,
    );
  return parsed.data;
}
