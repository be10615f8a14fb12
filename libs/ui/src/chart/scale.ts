import { scaleBand, scaleLinear } from "d3-scale";
import { line } from "d3-shape";

/** Lines of a grid that a chart aims at. */
const LINES = 4;

/** A scale that begins and ends at round values. */
export interface Scale {
  ticks: number[];
  /** Where a value stands in the plot, in its units from the top: 100 for the lowest, 0 for the highest. */
  y: (value: number) => number;
}

/**
 * @param values all that are drawn, whole numbers
 * @param fromZero lets bars begin at zero
 * @param unit of the words on the axis: its lines stand at whole ones, 60 for minutes of seconds
 */
export function scaleOf(values: readonly number[], { fromZero = true, unit = 1 } = {}): Scale {
  const all = (fromZero ? [0, ...values] : values).map((value) => value / unit);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  // A line without a change, or nothing at all, has some room above it.
  const ends = low === high ? [low, low + Math.max(1, Math.abs(low) * 0.1)] : [low, high];
  const scale = scaleLinear(ends, [100, 0]).nice(LINES);
  const whole = scale.ticks(LINES).filter(Number.isInteger);
  return { ticks: whole.map((tick) => tick * unit), y: (value) => scale(value / unit) };
}

/** Equal rooms from left to right, in units of the plot. */
export interface Bands {
  /** Width of a room, its gaps with it. */
  step: number;
  /** Width of what is drawn in a room. */
  width: number;
  /** Where what is drawn in a room begins. */
  x: (place: number) => number;
}

/** @param share of a room that is drawn in, 0 to 1: the rest is left free on both sides */
export function bandsOf(count: number, share: number): Bands {
  const places = Array.from({ length: count }, (_, place) => place);
  const scale = scaleBand(places, [0, 100])
    .paddingInner(1 - share)
    .paddingOuter((1 - share) / 2);
  return { step: scale.step(), width: scale.bandwidth(), x: (place) => scale(place) ?? 0 };
}

/** @returns the path of a line through points in units of the plot */
export const lineThrough = (points: readonly [x: number, y: number][]): string => line()([...points]) ?? "";
