import { makeStyles, mergeClasses } from "@tessera/fluent";
import { type CSSProperties, memo, useEffect, useRef, useState } from "react";
import type { Change } from "./changes.ts";
import type { CodeLine, CodePiece } from "./lines.ts";

/** Lines that are drawn, and get their colours, together. */
export const LINES_IN_PART = 200;
/** How far from what is seen colours are drawn already. */
const AHEAD = "1000px";

const useStyles = makeStyles({
  numbered: { display: "table-row" },
  number: {
    display: "table-cell",
    paddingRight: "16px",
    textAlign: "right",
    opacity: 0.6,
    userSelect: "none",
  },
  line: { display: "table-cell", width: "100%" },
  added: { backgroundColor: "rgba(166, 218, 149, .15)" },
  removed: { backgroundColor: "rgba(237, 135, 150, .15)" },
});

interface PartProps {
  lines: readonly CodeLine[];
  /** Lines before it. */
  before: number;
  isLast: boolean;
  /** Of a diff: what each line does. */
  changes: readonly (Change | null)[] | null;
  /** Digits of the longest number of a line; null for code without numbers. */
  digits: number | null;
  /** Whether there are so many lines that colours are drawn only where they are nearly seen. */
  isOfMany: boolean;
}

/** Some lines of code; of long code in one colour while they are far from what is seen. */
export const CodePart = memo(function CodePart({ lines, before, isLast, changes, digits, isOfMany }: PartProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const isNear = useNear(ref, isOfMany);
  if (!isNear && digits === null && !changes)
    return <span ref={ref}>{lines.map(textOf).join("\n") + (isLast ? "" : "\n")}</span>;
  return (
    <span ref={ref}>
      {lines.map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          key={index}
          line={isNear ? line : [{ text: textOf(line) }]}
          change={changes?.[index] ?? null}
          number={digits === null ? null : before + index + 1}
          digits={digits ?? 0}
        >
          {isLast && index === lines.length - 1 ? "" : "\n"}
        </Line>
      ))}
    </span>
  );
});

const textOf = (line: CodeLine) => line.map(({ text }) => text).join("");

function useNear(ref: { current: Element | null }, matters: boolean): boolean {
  const [isNear, setNear] = useState(!matters);
  useEffect(() => {
    if (!matters || !ref.current) return setNear(true);
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: AHEAD,
      scrollMargin: AHEAD,
    } as IntersectionObserverInit);
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref, matters]);
  return isNear;
}

function Line(props: {
  line: CodeLine;
  change: Change | null;
  number: number | null;
  digits: number;
  children: string;
}) {
  const styles = useStyles();
  const { line, change, number, digits, children } = props;
  const content = (
    <>
      {line.map(Piece)}
      {children}
    </>
  );
  return (
    <span className={mergeClasses(number !== null && styles.numbered, change ? styles[change] : undefined)}>
      {number === null ? (
        content
      ) : (
        <>
          <span className={styles.number} style={{ minWidth: `${digits}ch` }} aria-hidden="true">
            {number}
          </span>
          <span className={styles.line}>{content}</span>
        </>
      )}
    </span>
  );
}

function Piece({ text, className, ...look }: CodePiece, index: number) {
  const style: CSSProperties = {
    color: look.color,
    fontWeight: look.bold ? "bold" : undefined,
    fontStyle: look.italic ? "italic" : undefined,
    textDecoration: look.underline ? "underline" : undefined,
  };
  return (
    <span key={index} className={className} style={style}>
      {text}
    </span>
  );
}
