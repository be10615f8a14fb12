import { makeStyles } from "@tessera/fluent";
import type { ReactNode } from "react";
import { CenteredLayout } from "./centered-layout.tsx";
import { DefaultLayout } from "./default-layout.tsx";
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
      return <DefaultLayout page={page}>{children}</DefaultLayout>;
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
