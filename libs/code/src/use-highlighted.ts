import { useEffect, useState } from "react";
import { type Highlighted, type HighlightOptions, highlighter } from "./highlighter.ts";

/**
 * The code in colours once it has them; null before, for languages without any, and when it failed, which the console
 * says: plain text is shown then.
 */
export function useHighlighted(code: string, { language, theme, decorations }: HighlightOptions): Highlighted | null {
  const [made, setMade] = useState<{ code: string; highlighted: Highlighted | null } | null>(null);
  useEffect(() => highlighter.use(), []);
  useEffect(() => {
    const controller = new AbortController();
    highlighter.highlight(code, { language, theme, decorations, signal: controller.signal }).then(
      (highlighted) => {
        if (!controller.signal.aborted) setMade({ code, highlighted });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        console.error("The code could not be highlighted:", error);
        setMade({ code, highlighted: null });
      },
    );
    return () => controller.abort();
  }, [code, language, theme, decorations]);
  // Colours of another text would lie over this one.
  return made?.code === code ? made.highlighted : null;
}
