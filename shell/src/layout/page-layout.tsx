import { makeStyles } from "@tessera/fluent";
import type { ReactNode } from "react";
import { CenteredLayout } from "./centered-layout.tsx";
import { usePart } from "./part.ts";
import { framed } from "./parts.ts";
import type { PageInfo } from "./use-page.ts";

const useStyles = makeStyles({ blank: { minHeight: "100%" } });

/**
 * The layout that the page's route rule names; specification §2. Blank: the theme's ground and nothing else. Raw: the
 * page alone.
 */
export function PageLayout({ page, children }: { page: PageInfo; children: ReactNode }) {
  const styles = useStyles();
  switch (page.layout) {
    case "default":
      return <Framed page={page}>{children}</Framed>;
    case "centered":
      return <CenteredLayout>{children}</CenteredLayout>;
    case "blank":
      return (
        <main id="page" tabIndex={-1} className={styles.blank} data-layout="blank">
          {children}
        </main>
      );
    case "raw":
      return <>{children}</>;
  }
}

/** Its code came with the page, save where nobody could know: then the page waits, and does without when it is lost. */
function Framed({ page, children }: { page: PageInfo; children: ReactNode }) {
  const part = usePart(framed, true);
  if (part === null) return null;
  if (part === "failed")
    return (
      <main id="page" tabIndex={-1}>
        {children}
      </main>
    );
  return <part.DefaultLayout page={page}>{children}</part.DefaultLayout>;
}
