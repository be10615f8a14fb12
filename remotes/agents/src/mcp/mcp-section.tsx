import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { Button, makeStyles, tokens } from "@tessera/fluent";
import { useCommands, usePlace } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, PageHead, Pane, PaneScroll, RowSkeleton } from "@tessera/ui";
import { useRef } from "react";
import { POLL_MS } from "../frame/use-models.ts";
import { openMcpServerDialog } from "./mcp-server-dialog.tsx";
import { McpServersList } from "./mcp-servers-list.tsx";
import { useMcpChecks } from "./use-mcp-checks.ts";
import { useMcpServers } from "./use-mcp-servers.ts";
import { useSignInReturn } from "./use-sign-in-return.ts";

const useStyles = makeStyles({
  content: { padding: "16px 24px 32px", maxWidth: "760px", "@media (max-width: 599.98px)": { padding: "16px" } },
  head: {
    display: "flex",
    alignItems: "start",
    justifyContent: "space-between",
    gap: "12px 16px",
    marginBottom: "12px",
    "& > button": { flexShrink: 0, whiteSpace: "nowrap" },
    "@media (max-width: 599.98px)": { flexDirection: "column" },
  },
  words: { color: tokens.colorNeutralForeground2, margin: 0 },
});

const PATH = "/settings/mcp";

/** `/settings/mcp`: the servers whose tools the person's agents may use. */
export default function McpSection() {
  const styles = useStyles();
  usePlace([{ label: "Settings", path: "/settings" }, { label: "MCP servers" }], "/settings");
  const { live, query } = useMcpServers();
  const { running, check } = useMcpChecks();
  const isReturning = useSignInReturn(PATH);
  const add = () => void openMcpServerDialog({ onDone: (server) => void check(server) });
  const latest = useRef(add);
  latest.current = add;
  useCommands(
    () => [
      {
        id: "agents.add-mcp-server",
        title: "Add an MCP server",
        group: "Agents",
        act: "add",
        opensDialog: true,
        run: () => latest.current(),
      },
    ],
    [],
  );
  const servers = query.data?.items;
  return (
    <Pane kind="detail" label="MCP servers">
      <PageHead area="Settings" title="MCP servers" />
      <LiveNote state={live} every={POLL_MS} />
      <PaneScroll className={styles.content}>
        {query.isError && !servers ? (
          <ErrorState
            title="The MCP servers could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : !servers || isReturning ? (
          <RowSkeleton rows={4} />
        ) : servers.length === 0 ? (
          <EmptyState
            title="No MCP server yet"
            sentence="A server that speaks the Model Context Protocol brings tools to your agents, such as an issue tracker or a calendar. Each use asks you first, until you allow it for an agent."
            action={{ label: "Add server", onClick: add }}
          />
        ) : (
          <>
            <div className={styles.head}>
              <p className={styles.words}>
                Your agents may use the tools of these servers. Each use asks you first; an agent’s page says what holds
                for it.
              </p>
              <Button appearance="primary" icon={<Add16Regular />} onClick={add}>
                Add server
              </Button>
            </div>
            <McpServersList servers={servers} running={running} check={check} />
          </>
        )}
      </PaneScroll>
    </Pane>
  );
}
