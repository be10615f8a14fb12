import { makeStyles, tokens } from "@tessera/fluent";
import { Link } from "@tessera/router";
import { touch } from "@tessera/ui";
import type { ReactNode } from "react";

const useStyles = makeStyles({
  link: {
    color: tokens.colorBrandForegroundLink,
    ":hover": { color: tokens.colorBrandForegroundLinkHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "2px", borderRadius: "2px" },
    [touch]: { display: "inline-block", lineHeight: "44px" },
  },
});

/** A link among words. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={useStyles().link} to={to}>
      {children}
    </Link>
  );
}
