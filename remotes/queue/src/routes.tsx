import type { RouteObject } from "@tessera/router";
import { QueuePage } from "./queue-page.tsx";

const routes: RouteObject[] = [{ path: "queue", Component: QueuePage }];
export default routes;
