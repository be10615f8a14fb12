import { makeStyles } from "@tessera/fluent";
import type { AriaAttributes, AriaRole, ReactNode } from "react";

const useStyles = makeStyles({
  heard: { position: "absolute", width: "1px", height: "1px", overflow: "hidden", clipPath: "inset(50%)", whiteSpace: "nowrap" },
});

interface HeardProps {
  as?: "span" | "div" | "h1";
  role?: AriaRole;
  "aria-live"?: AriaAttributes["aria-live"];
  children: ReactNode;
}

/** Text for screen readers alone: a heading that the bar above shows already, a name, news of the page. */
export function Heard({ as: Element = "span", ...rest }: HeardProps) {
  return <Element className={useStyles().heard} {...rest} />;
}
