import type { LoaderFunctionArgs } from "@tessera/router";
import { useLocation } from "@tessera/router";
import { Contributed, type SettingsEntry, shell, usePlace } from "@tessera/shell-api";
import { ErrorState, PageHead, Pane, PaneScroll, RowSkeleton } from "@tessera/ui";
import type { ReactNode } from "react";

const sectionAt = (pathname: string) =>
  shell().contributions.settings.find(({ path }) => path === pathname.replace(/\/$/, ""));

/** @throws Response 404 where no area contributes a section */
export async function findSection({ request }: LoaderFunctionArgs): Promise<null> {
  const { pathname, search } = new URL(request.url);
  if (sectionAt(pathname)) return null;
  throw new Response(`Page Not Found: ${pathname}${search}`, { status: 404, statusText: "Not Found" });
}

/** A section that another area contributes, in the pane beside the list; when its code fails, why, and another try. */
export function ContributedSection() {
  const section = sectionAt(useLocation().pathname);
  if (!section) return null; // on the way to another page
  return (
    <Contributed
      key={section.id}
      code={section.pane}
      loading={
        <Frame section={section}>
          <RowSkeleton rows={5} />
        </Frame>
      }
      fallback={(error, retry) => (
        <Frame section={section}>
          <ErrorState title={`${section.title} could not be loaded`} error={error} onRetry={retry} />
        </Frame>
      )}
    >
      {(Section) => <Section />}
    </Contributed>
  );
}

function Frame({ section: { title }, children }: { section: SettingsEntry; children: ReactNode }) {
  usePlace([{ label: "Settings", path: "/settings" }, { label: title }], "/settings");
  return (
    <Pane kind="detail" label={title}>
      <PageHead area="Settings" title={title} />
      <PaneScroll>{children}</PaneScroll>
    </Pane>
  );
}
