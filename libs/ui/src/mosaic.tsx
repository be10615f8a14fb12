import { makeStyles } from "@tessera/fluent";
import { useEffect, useRef, useState } from "react";

const useStyles = makeStyles({ root: { position: "absolute", inset: 0, overflow: "hidden", pointerEvents: "none" } });

/** Repeatable noise in 0–1: the same tiles at every visit. */
const noise = (index: number) => {
  const value = Math.sin(index * 127.1 + 3.3) * 43758.5453;
  return value - Math.floor(value);
};

export interface MosaicProps {
  /** Side of a tile in px. */
  tile?: number;
  /** Whether a place (centre of a tile, px) must stay empty. */
  clear?: (x: number, y: number, width: number, height: number) => boolean;
  /** Probability of a tile at a place; without it the tiles gather towards the edges. */
  density?: (x: number, y: number, width: number, height: number) => number;
}

/** The quiet mosaic behind the login card and the front page; fills its positioned parent. */
export function Mosaic({ tile = 48, clear, density }: MosaicProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: window.innerWidth, height: window.innerHeight });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={root} className={styles.root} aria-hidden="true">
      <svg width={size.width} height={size.height} aria-hidden="true">
        {tiles(size.width, size.height, tile, clear, density)}
      </svg>
    </div>
  );
}

const gap = 8;

function tiles(
  width: number,
  height: number,
  side: number,
  clear: MosaicProps["clear"],
  density: MosaicProps["density"],
) {
  const pitch = side + gap;
  const columns = Math.ceil(width / pitch);
  const rows = Math.ceil(height / pitch);
  const left = Math.round((width - columns * pitch) / 2);
  const top = Math.round((height - rows * pitch) / 2);
  const filled = (column: number, row: number): boolean => {
    const index = row * 97 + column;
    const x = left + column * pitch + pitch / 2;
    const y = top + row * pitch + pitch / 2;
    if (clear?.(x, y, width, height)) return false;
    if (density) return noise(index + 7) < density(x, y, width, height);
    const distance = Math.hypot((x - width / 2) / (width / 2), (y - height / 2) / (height / 2));
    const wave =
      (Math.sin(column * 0.55 + row * 0.32 + 1) +
        Math.sin(row * 0.71 - column * 0.23 + 2.4) +
        Math.sin((column + row) * 0.38 + 0.6)) /
      3;
    return distance * 0.8 + wave * 0.42 + (noise(index + 7) - 0.5) * 0.34 > 0.62;
  };
  const shapes = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (!filled(column, row)) continue;
      const index = row * 97 + column;
      const shade = noise(index + 500);
      const lone = !filled(column + 1, row) && !filled(column, row + 1) && !filled(column + 1, row + 1);
      const offset = lone && shade > 0.3 ? gap : 0;
      shapes.push(
        <rect
          key={index}
          x={left + column * pitch + gap / 2 + offset}
          y={top + row * pitch + gap / 2 + offset}
          width={side}
          height={side}
          rx="8"
          fill={shade < 0.03 ? "var(--tile3)" : shade < 0.34 ? "var(--tile2)" : "var(--tile)"}
        />,
      );
    }
  }
  return shapes;
}
