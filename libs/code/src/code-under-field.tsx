import { type RefObject, useEffect, useRef } from "react";
import type { HighlightOptions } from "./highlighter.ts";
import type { CodeLine } from "./lines.ts";
import { useHighlighted } from "./use-highlighted.ts";

export interface CodeUnderFieldProps extends Pick<HighlightOptions, "language" | "theme"> {
  code: string;
  field: RefObject<HTMLTextAreaElement | null>;
  className: string;
  /** Whether the code is drawn here, so that the field's own text need not be seen. */
  onShown: (shown: boolean) => void;
}

/**
 * Code in colours, to lie under a field with the same text, font and padding, and to scroll with it. It has colours
 * only, which move no character. A line that changed is plain until it has new ones.
 */
export function CodeUnderField({ code, language, theme, field, className, onShown }: CodeUnderFieldProps) {
  const highlighted = useHighlighted(code, { language, theme });
  const known = useRef(new Map<string, CodeLine>());
  const moved = useRef<HTMLElement>(null);
  if (highlighted) {
    known.current = new Map(highlighted.lines.map((line) => [line.map(({ text }) => text).join(""), line]));
  }
  const isShown = known.current.size > 0;
  useEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  useEffect(() => {
    const { current } = field;
    const follow = () => {
      if (current && moved.current)
        moved.current.style.transform = `translate(${-current.scrollLeft}px, ${-current.scrollTop}px)`;
    };
    follow();
    current?.addEventListener("scroll", follow);
    return () => current?.removeEventListener("scroll", follow);
  }, [field]);
  if (!isShown) return null;
  return (
    <pre className={className} aria-hidden="true">
      <code ref={moved} style={{ display: "block", font: "inherit" }}>
        {code.split("\n").map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          <span key={index}>
            {(known.current.get(line) ?? [{ text: line }]).map(({ text, color }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one line
              <span key={at} style={{ color }}>
                {text}
              </span>
            ))}
            {"\n"}
          </span>
        ))}
      </code>
    </pre>
  );
}
