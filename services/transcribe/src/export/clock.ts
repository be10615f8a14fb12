/** 1:02, or 1:02:03 */
export function clock(ms: number): string {
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map(Math.floor);
  return hours ? `${hours}:${padded(minutes!, 2)}:${padded(seconds!, 2)}` : `${minutes}:${padded(seconds!, 2)}`;
}

export const padded = (value: number, width: number) => String(Math.floor(value)).padStart(width, "0");
