import { type CSSProperties, useEffect, useState } from "react";
import { type CodeTheme, DEFAULT_THEME, editorColours } from "./themes.ts";

/**
 * Colours around code in a theme, also of code without colours of its own. Undefined for the default, which the block
 * itself has, and until they are loaded.
 */
export function useEditorColours(theme: CodeTheme = DEFAULT_THEME): CSSProperties | undefined {
  const [loaded, setLoaded] = useState<{ theme: CodeTheme; colours: CSSProperties } | null>(null);
  useEffect(() => {
    if (theme === DEFAULT_THEME) return;
    let wanted = true;
    editorColours(theme).then(
      (colours) => {
        if (wanted) setLoaded({ theme, colours });
      },
      // Code stays readable without them.
      (error: unknown) => console.error(`The theme ${theme} could not be loaded:`, error),
    );
    return () => {
      wanted = false;
    };
  }, [theme]);
  return loaded?.theme === theme ? loaded.colours : undefined;
}
