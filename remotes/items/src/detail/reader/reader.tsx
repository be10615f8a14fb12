import { pictureUrl } from "@tessera/contracts-items/client.ts";
import type { Item } from "@tessera/contracts-items/items.ts";
import { shell } from "@tessera/shell-api";
import { HtmlFrame } from "@tessera/ui";
import { type ReactNode, useCallback, useMemo } from "react";
import { readAloud } from "./read-aloud.ts";
import { frameText, useReaderText } from "./reader-text.ts";
import { useReadingProgress } from "./reading-progress.ts";

/** An article or a mail, set as the person likes to read; it opens where reading stopped. */
export function Reader({
  item,
  title,
  html,
  onDocument,
  children,
}: {
  item: Item;
  title: string;
  html: string;
  onDocument?: (inside: Document) => () => void;
  /** What stands below the text. */
  children?: ReactNode;
}) {
  const settings = useReaderText();
  const text = useMemo(() => frameText(settings), [settings]);
  const onSized = useReadingProgress(item);
  const { id } = item;
  const loadPicture = useCallback(
    async (picture: string) => {
      const answer = await shell().http(pictureUrl(id, picture));
      if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
      return answer.blob();
    },
    [id],
  );
  const onText = useCallback(
    (inside: Document) => {
      const leave = onDocument?.(inside);
      const hide = readAloud.show(id, inside);
      return () => {
        hide();
        leave?.();
      };
    },
    [id, onDocument],
  );
  const lang = item.language ?? undefined;
  return <HtmlFrame {...{ title, html, lang, text, loadPicture, onSized, onDocument: onText }}>{children}</HtmlFrame>;
}
