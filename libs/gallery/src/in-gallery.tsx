import { makeStyles, tokens } from "@tessera/fluent";
import { Outlet, type RouteObject } from "@tessera/router";
import { inShell, mockShell, type RenderOptions } from "@tessera/shell-api/testing";
import { type ReactElement, useMemo } from "react";
import type { Decorator } from "storybook-react-rsbuild";

/** What the shell has and answers in a story; `pages`: a remote's routes, shown in place of a component. */
export type StoryShell = Omit<RenderOptions, "mode" | "density"> & { pages?: RouteObject[] };

// An area declares itself to the shell when its code is evaluated, which is after this.
mockShell();

const useStyles = makeStyles({
  sheet: {
    display: "flex",
    minWidth: 0,
    minHeight: "100%",
    backgroundColor: tokens.colorNeutralBackground1,
    // A page scrolls inside; the looks of a component are all seen at once.
    "&:not(:has(> [data-parts]))": { height: "100%", overflow: "auto" },
  },
});

/** The place that the shell gives a page. */
function Sheet() {
  return (
    <main className={useStyles().sheet}>
      <Outlet />
    </main>
  );
}

interface Drawn extends Pick<RenderOptions, "mode" | "density"> {
  shell: StoryShell;
  story: ReactElement;
}

function InGallery({ shell: { pages, ...options }, story, mode, density }: Drawn) {
  const children = pages ?? [{ path: "*", element: story }];
  // biome-ignore lint/correctness/useExhaustiveDependencies: another story is another element, by its key
  return useMemo(() => inShell([{ Component: Sheet, children }], { ...options, mode, density }).element, []);
}

/** Draws a story as the product would: its theme, density, router, cache and a shell that answers. */
export const inGallery: Decorator = (Story, { id, globals, parameters }) => {
  const { theme, density } = globals as { theme: "light" | "dark"; density: "comfortable" | "compact" };
  document.documentElement.style.colorScheme = theme;
  document.documentElement.lang = "en";
  return (
    <InGallery
      key={[id, theme, density].join()}
      shell={(parameters.shell as StoryShell | undefined) ?? {}}
      story={<Story />}
      mode={theme}
      density={density}
    />
  );
};
