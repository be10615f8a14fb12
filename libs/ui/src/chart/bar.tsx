import type { SVGProps } from "react";
import type { Scale } from "./scale.ts";

/** A bar of a chart from one value to another, on either side of zero. */
export function Bar({ scale, from = 0, to, ...rest }: { scale: Scale; from?: number; to: number } & RectProps) {
  const [start, end] = [scale.y(from), scale.y(to)];
  return <rect y={Math.min(start, end)} height={Math.abs(end - start)} {...rest} />;
}

type RectProps = Omit<SVGProps<SVGRectElement>, "from" | "to" | "scale" | "y" | "height">;
