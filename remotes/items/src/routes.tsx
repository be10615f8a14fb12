import { type LoaderFunctionArgs, type RouteObject } from "@tessera/router";
import "./offline/declare.ts";
import { ItemsPage } from "./page/items-page.tsx";
import { checkType } from "./types/item-types.ts";

/** @throws Response 404 for a type that is neither registered nor a child of one (specification §2, §5) */
async function validateType({ params, request }: LoaderFunctionArgs): Promise<null> {
  if (await checkType(params.type ?? "")) return null;
  const { pathname, search } = new URL(request.url);
  throw new Response(`Page Not Found: ${pathname}${search}`, { status: 404, statusText: "Not Found" });
}

const routes: RouteObject[] = [
  {
    path: "items/tags",
    lazy: async () => ({ Component: (await import("./tags/manager/tags-page.tsx")).TagsPage }),
  },
  { path: "items/rules", lazy: async () => ({ Component: (await import("./rules/rules-page.tsx")).RulesPage }) },
  {
    path: "items/:type",
    loader: validateType,
    shouldRevalidate: ({ currentParams, nextParams }) => currentParams.type !== nextParams.type,
    Component: ItemsPage,
    children: [
      { path: ":id", lazy: async () => ({ Component: (await import("./detail/item-detail.tsx")).ItemDetail }) },
    ],
  },
  {
    path: "search",
    lazy: async () => ({ Component: (await import("./search/search-page.tsx")).SearchPage }),
    children: [
      { path: ":id", lazy: async () => ({ Component: (await import("./detail/item-detail.tsx")).ItemDetail }) },
    ],
  },
  { path: "mention", lazy: async () => ({ Component: (await import("./mentions/mention-page.tsx")).MentionPage }) },
  { path: "share", lazy: async () => ({ Component: (await import("./share/share-page.tsx")).SharePage }) },
  { path: "ws-items", lazy: async () => ({ Component: (await import("./live/live-page.tsx")).LivePage }) },
];
export default routes;
