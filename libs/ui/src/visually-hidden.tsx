import { makeStyles } from "@tessera/fluent";
import type { AriaAttributes, AriaRole, ReactNode } from "react";

const useStyles = makeStyles({
  hidden: {
    position: "absolute",
    width: "1px",
    height: "1px",
    overflow: "hidden",
    clipPath: "inset(50%)",
    whiteSpace: "nowrap",
  },
});

interface VisuallyHiddenProps {
  as?: "span" | "div" | "h1";
  role?: AriaRole;
  "aria-live"?: AriaAttributes["aria-live"];
  children: ReactNode;
}

/** Text for screen readers only: a heading that the bar above shows already, a name, news of the page. */
export function VisuallyHidden({ as: Element = "span", ...rest }: VisuallyHiddenProps) {
  return <Element className={useStyles().hidden} {...rest} />;
}
