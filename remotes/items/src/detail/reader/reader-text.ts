import { shell, usePreferences } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useMemo } from "react";

/** Preferences of an older shell lack these. */
const DEFAULTS = { readerFont: "sans", readerSize: 16, readerWidth: "normal", readerSpacing: "normal" } as const;
export type ReaderText = Pick<ReturnType<typeof usePreferences>, keyof typeof DEFAULTS>;

const LINE_HEIGHTS: Record<ReaderText["readerSpacing"], number> = { tight: 1.4, normal: 1.625, loose: 1.9 };
/** Width of a card's column in px, its padding included. */
const WIDTHS: Record<ReaderText["readerWidth"], number> = { narrow: 540, normal: 640, wide: 860 };

/** How the person wants articles and mails set. */
export function useReaderText(): ReaderText {
  const { readerFont, readerSize, readerWidth, readerSpacing } = { ...DEFAULTS, ...usePreferences() };
  return useMemo(
    () => ({ readerFont, readerSize, readerWidth, readerSpacing }),
    [readerFont, readerSize, readerWidth, readerSpacing],
  );
}

export const frameText = ({ readerFont, readerSize, readerSpacing }: ReaderText) => ({
  font: readerFont,
  size: readerSize,
  lineHeight: LINE_HEIGHTS[readerSpacing],
});

export const columnWidth = ({ readerWidth }: ReaderText) => WIDTHS[readerWidth];

/** Changes it at once, and back when it was not saved. */
export const changeReaderText = (change: Partial<ReaderText>): void =>
  void shell()
    .preferences.update(change)
    .catch((error: unknown) =>
      shell().notifications.show({
        message: failureWords("The text settings were not saved:", error),
        intent: "error",
      }),
    );
