import type { McpServer } from "@tessera/contracts-agents/mcp-servers.ts";
import { makeStyles, tokens } from "@tessera/fluent";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm, StatusText } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { agents } from "../api.ts";
import { countedTools } from "./use-mcp-checks.ts";

const useStyles = makeStyles({
  words: { margin: 0, color: tokens.colorNeutralForeground2 },
  tools: { listStyleType: "none", margin: 0, padding: 0, maxHeight: "50vh", overflowY: "auto" },
  tool: { padding: "8px 0", borderTop: `1px solid ${tokens.colorNeutralStroke3}`, overflowWrap: "anywhere" },
  title: { display: "flex", flexWrap: "wrap", gap: "4px 8px", fontWeight: 600 },
  said: { fontSize: "12px", lineHeight: "16px", whiteSpace: "pre-wrap", color: tokens.colorNeutralForeground2 },
});

interface Props {
  server: McpServer;
  onDone: (server: McpServer) => void;
}

/** What a server says of its tools; where some of it has changed, the person agrees to it or not. */
export const openMcpToolsDialog = (props: Props) =>
  shell().dialogs.open(McpToolsDialog, props, { title: `Tools of ${props.server.name}`, buttons: [] });

export function McpToolsDialog({ server, onDone, dialog }: Props & { dialog: DialogActions<true> }) {
  const styles = useStyles();
  const changed = server.tools.filter(({ reviewed }) => !reviewed);
  const rest = server.tools.filter(({ reviewed }) => reviewed);
  const isReview = changed.length > 0;
  return (
    <DialogForm
      dialog={dialog}
      confirm={isReview ? `Offer ${countedTools(changed.length)}` : "Done"}
      cancel={isReview ? "Not now" : "Close"}
      act={async () => {
        if (isReview) onDone(await agents.reviewMcpTools(server.id, server.revision));
      }}
      sentence={(error) => failureWords("Nothing was changed.", error)}
    >
      <p className={styles.words}>
        {isReview
          ? "The server has added these tools or changed what it says of them. Models read these words: no agent is offered the tools until you agree."
          : "What the server says of its tools. Models read these words."}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
      <ul className={styles.tools} aria-label="Tools" tabIndex={0}>
        {[...changed, ...rest].map(({ name, title, description, reviewed }) => (
          <li key={name} className={styles.tool}>
            <div className={styles.title}>
              <span>{title}</span>
              {!reviewed && <StatusText status="warn">New or changed</StatusText>}
            </div>
            <div className={styles.said}>{description || "It says nothing of itself."}</div>
          </li>
        ))}
      </ul>
    </DialogForm>
  );
}
