import type { RouteObject } from "@tessera/router";
import { ContributedSection, findSection } from "./contributed-section.tsx";
import { GoodbyePage } from "./delete-account/goodbye-page.tsx";
import { sections } from "./sections.tsx";
import { SectionPage, SettingsIndex, SettingsPage } from "./settings-page.tsx";

const routes: RouteObject[] = [
  { path: "goodbye", Component: GoodbyePage },
  {
    path: "settings",
    Component: SettingsPage,
    children: [
      { index: true, Component: SettingsIndex },
      ...sections.map((section) => ({ path: section.id, element: <SectionPage key={section.id} section={section} /> })),
      { path: ":section", loader: findSection, Component: ContributedSection },
    ],
  },
  {
    path: "supabase",
    Component: SettingsPage,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import("./connection/connection-page.tsx")).ConnectionPage }),
      },
    ],
  },
];
export default routes;
