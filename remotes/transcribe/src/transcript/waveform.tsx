import { makeStyles, tokens } from "@tessera/fluent";
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { peaksOf } from "../sound/peaks.ts";
import { clock } from "../words.ts";

const BARS = 240;
const HEIGHT = 48;
/** Seconds that an arrow key moves, and a page key. */
const STEP = 5;
const FAR = 30;

const useStyles = makeStyles({
  root: {
    display: "block",
    width: "100%",
    height: `${HEIGHT}px`,
    cursor: "pointer",
    touchAction: "none",
    borderRadius: "4px",
    ":focus-visible": { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: "2px" },
  },
  bar: { fill: tokens.colorNeutralStroke1Hover },
  played: { fill: tokens.colorBrandBackground },
});

/** How loud the recording is over its time, what is played of it, and the place that plays: a click goes there. */
export function Waveform(props: {
  sound: Blob | undefined;
  seconds: number;
  at: number;
  onSeek: (seconds: number) => void;
}) {
  const styles = useStyles();
  const { sound, seconds, at, onSeek } = props;
  const [peaks, setPeaks] = useState<number[] | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const clipId = useId();
  useEffect(() => {
    let isWanted = true;
    if (sound) void peaksOf(sound, BARS).then((found) => isWanted && setPeaks(found));
    return () => {
      isWanted = false;
    };
  }, [sound]);
  const seek = (to: number) => onSeek(Math.min(seconds, Math.max(0, to)));
  const point = (event: PointerEvent) => {
    if (event.type === "pointermove" && event.buttons === 0) return;
    const { left, width } = root.current!.getBoundingClientRect();
    seek(((event.clientX - left) / width) * seconds);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowRight: at + STEP,
      ArrowUp: at + STEP,
      ArrowLeft: at - STEP,
      ArrowDown: at - STEP,
      PageUp: at + FAR,
      PageDown: at - FAR,
      Home: 0,
      End: seconds,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seek(to);
  };
  const played = seconds ? (at / seconds) * BARS : 0;
  return (
    <div
      ref={root}
      className={styles.root}
      role="slider"
      tabIndex={0}
      aria-label="Place in the recording"
      aria-valuemin={0}
      aria-valuemax={Math.round(seconds)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={`${clock(at)} of ${clock(seconds)}`}
      onPointerDown={point}
      onPointerMove={point}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${BARS} ${HEIGHT}`} width="100%" height={HEIGHT} preserveAspectRatio="none" aria-hidden>
        <clipPath id={clipId}>
          <rect width={played} height={HEIGHT} />
        </clipPath>
        <g className={styles.bar}>
          <Bars peaks={peaks} />
        </g>
        <g className={styles.played} clipPath={`url(#${clipId})`}>
          <Bars peaks={peaks} />
        </g>
      </svg>
    </div>
  );
}

const Bars = memo(function Bars({ peaks }: { peaks: readonly number[] | null }) {
  return Array.from({ length: BARS }, (_, bar) => {
    const height = Math.max(2, (peaks?.[bar] ?? 0) * (HEIGHT - 4));
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
      <rect key={bar} x={bar + 0.15} width={0.7} y={(HEIGHT - height) / 2} height={height} />
    );
  });
});
