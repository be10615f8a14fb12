import type { ReactNode } from "react";
import { PaneHeader } from "./pane.tsx";
import { useIsPhone } from "./use-width.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

/**
 * Names a page: the head of its pane with its actions; on a phone, where the bar above shows the place, only headings
 * for screen readers. `area` is the page that this one is a section of.
 */
export function PageHead(props: { title: string; area?: string; line?: boolean; children?: ReactNode }) {
  const { title, area, line = true } = props;
  const phone = useIsPhone();
  if (!phone)
    return (
      <PaneHeader title={title} level={area ? 2 : 1} line={line}>
        {props.children}
      </PaneHeader>
    );
  if (!area) return <VisuallyHidden as="h1">{title}</VisuallyHidden>;
  return (
    <VisuallyHidden as="div">
      <h1>{area}</h1>
      <h2>{title}</h2>
    </VisuallyHidden>
  );
}
