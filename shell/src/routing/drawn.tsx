import { Outlet, type RouteObject } from "@tessera/router";
import { useServices } from "../services.ts";
import { Contained } from "./contained.tsx";
import { Drawn } from "./sections-drawn.tsx";

function DrawnRoutes({ app }: { app: string }) {
  const { drawn, failures } = useServices();
  return (
    <Drawn app={app} drawn={drawn}>
      <Contained app={app} failures={failures}>
        <Outlet />
      </Contained>
    </Drawn>
  );
}

/** An app's own routes, so that it is reported when they are drawn and its errors stay among them. */
export const drawnRoutes = (app: string, routes: RouteObject[]): RouteObject[] => [
  { element: <DrawnRoutes app={app} />, children: routes },
];
