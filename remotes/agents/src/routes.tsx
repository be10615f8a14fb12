import type { RouteObject } from "@tessera/router";
import { AgentPage } from "./agents/agent-page.tsx";
import { AgentsPage } from "./agents/agents-page.tsx";
import { ModelsPage } from "./models/models-page.tsx";
import { ComparePage } from "./runs/compare/compare-page.tsx";
import { RunPage } from "./runs/run-page.tsx";
import { RunsPage } from "./runs/runs-page.tsx";
import { TerminalPage } from "./terminal/terminal-page.tsx";

const routes: RouteObject[] = [
  { path: "agents", Component: AgentsPage },
  { path: "agents/runs", Component: RunsPage },
  { path: "agents/runs/compare", Component: ComparePage },
  { path: "agents/:id", Component: AgentPage },
  { path: "agents/:id/runs/:run", Component: RunPage },
  { path: "models", Component: ModelsPage },
  { path: "terminal-test", Component: TerminalPage },
];
export default routes;
