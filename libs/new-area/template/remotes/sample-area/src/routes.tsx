import type { RouteObject } from "@tessera/router";
import { RecordsPage } from "./records/records-page.tsx";

const routes: RouteObject[] = [{ path: "sample-area", Component: RecordsPage }];
export default routes;
