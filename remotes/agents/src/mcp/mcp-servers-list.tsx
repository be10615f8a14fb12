import { ArrowSync20Regular } from "@fluentui/react-icons/svg/arrow-sync";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { PlugPuzzle20Regular } from "@fluentui/react-icons/svg/plug-puzzle";
import type { McpServer } from "@tessera/contracts-agents/mcp-servers.ts";
import { Button, Spinner } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { shell } from "@tessera/shell-api";
import { IconButton, RelativeTime, removes, StatusText, TextButton, useRemovedRow } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { agents, keys } from "../api.ts";
import { useConnectionRows } from "../settings/connection-rows.ts";
import { openMcpServerDialog } from "./mcp-server-dialog.tsx";
import { openMcpToolsDialog } from "./mcp-tools-dialog.tsx";
import { countedTools } from "./use-mcp-checks.ts";

/** The person's MCP servers: what each offers, whether it works, and what can be done with it. */
export function McpServersList(props: {
  servers: readonly McpServer[];
  running: ReadonlySet<string>;
  check: (server: McpServer) => Promise<void>;
}) {
  const styles = useConnectionRows();
  const client = useQueryClient();
  const list = useRemovedRow<HTMLUListElement>();
  const [leaving, setLeaving] = useState<string | null>(null);
  const reload = () => client.invalidateQueries({ queryKey: keys.mcpServers });
  const edit = (server: McpServer) =>
    void openMcpServerDialog({
      server,
      onDone: (changed) => (changed.checkedAt === null ? void props.check(changed) : void reload()),
    });
  const signIn = async ({ id, name }: McpServer) => {
    setLeaving(id);
    try {
      shell().leave((await agents.startMcpSignIn(id)).url);
    } catch (error) {
      setLeaving(null);
      const message = `You cannot sign in at ${name}. ${(error as Error).message}`;
      shell().notifications.show({ message, intent: "error" });
    }
  };
  const remove = async ({ id, name, tools }: McpServer) => {
    const sure = await shell().dialogs.confirm(
      `${name} is removed with its ${countedTools(tools.length)} and what it was signed in with. Runs that are open can no longer use them.`,
      {
        title: `Remove ${name}?`,
        buttons: [
          { text: "Keep", variant: "outline", onClick: (dialog) => dialog.cancel() },
          { text: "Remove", color: "danger", value: true },
        ],
      },
    );
    if (!sure) return;
    try {
      await agents.deleteMcpServer(id);
      await reload();
      shell().notifications.show({ message: `${name} removed` });
    } catch (error) {
      shell().notifications.show({ message: failureWords(`${name} was not removed.`, error), intent: "error" });
    }
  };
  return (
    <ul ref={list} aria-label="MCP servers" className={styles.rows}>
      {props.servers.map((server) => {
        const { id, name, url, header, signIn: signedIn, tools, skipped, failure, checkedAt } = server;
        const isRunning = props.running.has(id);
        const changed = tools.filter(({ reviewed }) => !reviewed).length;
        const access = header ? `with the header ${header}` : signedIn === "done" ? "signed in" : "without a token";
        return (
          <li key={id} className={styles.row}>
            <PlugPuzzle20Regular />
            <div>
              <div className={styles.title}>
                <span>{name}</span>
                {isRunning ? (
                  <StatusText status="run" icon={<Spinner size="extra-tiny" />}>
                    Reading its tools
                  </StatusText>
                ) : signedIn === "needed" ? (
                  <StatusText status="warn">Wants you to sign in</StatusText>
                ) : failure ? (
                  <StatusText status="bad">Does not work</StatusText>
                ) : checkedAt ? (
                  <StatusText status="ok">Works</StatusText>
                ) : (
                  <StatusText status="idle">Not tried</StatusText>
                )}
                {changed > 0 && <StatusText status="warn">{`${countedTools(changed)} to review`}</StatusText>}
              </div>
              <div className={styles.line}>
                {[url, countedTools(tools.length), access].join(" · ")}
                {checkedAt && (
                  <>
                    {" · read "}
                    <RelativeTime at={checkedAt} inSentence />
                  </>
                )}
              </div>
              {failure && signedIn !== "needed" && <div className={`${styles.line} ${styles.failure}`}>{failure}</div>}
              {skipped > 0 && (
                <div className={styles.line}>
                  {`${countedTools(skipped)} left out: there are more than 100, or what they say of themselves is too long.`}
                </div>
              )}
              {tools.length > 0 && (
                <div className={styles.links}>
                  <TextButton onClick={() => void openMcpToolsDialog({ server, onDone: () => void reload() })}>
                    {changed > 0 ? `Review the tools of ${name}` : `Tools of ${name}`}
                  </TextButton>
                </div>
              )}
            </div>
            <div className={styles.actions}>
              {signedIn === "needed" && (
                <Button
                  appearance="primary"
                  size="small"
                  disabledFocusable={leaving !== null}
                  onClick={() => void signIn(server)}
                >
                  {`Sign in at ${name}`}
                </Button>
              )}
              <IconButton
                icon={<ArrowSync20Regular />}
                label={`Read the tools of ${name} again`}
                disabled={isRunning}
                onClick={() => void props.check(server)}
              />
              <IconButton icon={<Edit20Regular />} label={`Change ${name}`} onClick={() => edit(server)} />
              <IconButton
                {...removes}
                icon={<Delete20Regular />}
                label={`Remove ${name}`}
                onClick={() => void remove(server)}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
