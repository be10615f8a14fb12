import { nice, ticks } from "d3-array";

/** Lines of a grid that a chart aims at. */
const LINES = 4;

/** A scale that begins and ends at round values. `at`: 0 for the lowest value, 1 for the highest. */
export interface Scale {
  ticks: number[];
  at: (value: number) => number;
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
  const [from, to] = low === high ? [low, low + Math.max(1, Math.abs(low) * 0.1)] : [low, high];
  const [start, end] = nice(from, to, LINES);
  const whole = ticks(start, end, LINES).filter(Number.isInteger);
  return { ticks: whole.map((tick) => tick * unit), at: (value) => (value / unit - start) / (end - start) };
}
