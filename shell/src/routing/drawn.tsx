import { Outlet, type RouteObject } from "@tessera/router";
import { useServices } from "../services.ts";
import { Drawn } from "./sections-drawn.tsx";

function DrawnRoutes({ app }: { app: string }) {
  const { drawn } = useServices();
  return (
    <Drawn app={app} drawn={drawn}>
      <Outlet />
    </Drawn>
  );
}

/** An app's own routes, so that it is reported when they are drawn. */
export const drawnRoutes = (app: string, routes: RouteObject[]): RouteObject[] => [
  { element: <DrawnRoutes app={app} />, children: routes },
];
