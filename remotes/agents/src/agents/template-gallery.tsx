import { makeStyles, tokens } from "@tessera/fluent";
import { useQueryClient } from "@tessera/query";
import { useNavigate } from "@tessera/router";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { useRef, useState } from "react";
import { keys } from "../api.ts";
import { taskDraft } from "../runs/run-words.ts";
import { createAgent } from "./create-agent.ts";
import { ICONS } from "./icons.tsx";
import { OFFLINE_TEMPLATES, TEMPLATES, type Template } from "./templates.ts";

const useStyles = makeStyles({
  section: { flexShrink: 0, padding: "16px" },
  heading: { margin: "0 0 8px", fontSize: "14px", lineHeight: "20px", fontWeight: 600 },
  part: { margin: "0 0 8px", fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
  group: { "& + &": { marginTop: "16px" } },
  cards: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 220px), 1fr))",
    gap: "12px",
    listStyleType: "none",
    margin: 0,
    padding: 0,
    // One row, so that the list below keeps its room.
    "@media (max-width: 959.98px)": {
      display: "flex",
      overflowX: "auto",
      margin: "0 -16px",
      padding: "0 16px 4px",
      "& > li": { flex: "0 0 220px" },
    },
  },
  card: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr)",
    gap: "4px 12px",
    alignContent: "start",
    width: "100%",
    height: "100%",
    minHeight: "72px",
    padding: "12px",
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: "8px",
    font: "inherit",
    textAlign: "left",
    color: tokens.colorNeutralForeground1,
    backgroundColor: "transparent",
    cursor: "pointer",
    ":hover": { backgroundColor: tokens.colorSubtleBackgroundHover },
    ":focus-visible": { outline: "2px solid var(--ink)", outlineOffset: "-2px" },
    "& > svg": { color: tokens.colorNeutralForeground3 },
  },
  name: { fontWeight: 600 },
  line: { gridColumn: 2, fontSize: "12px", lineHeight: "16px", color: tokens.colorNeutralForeground2 },
});

const PARTS = [
  { id: "templates-offline", title: "Work offline, without a provider and without cost", templates: OFFLINE_TEMPLATES },
  { id: "templates-model", title: "Write with a language model", templates: TEMPLATES },
];

/** What a new agent may begin with; choosing one makes the agent and opens it. */
export function TemplateGallery() {
  const styles = useStyles();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const choose = async ({ agent, task }: Template) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      const created = await createAgent(agent);
      if (task) shell().drafts.set(taskDraft(created.id), task);
      await client.invalidateQueries({ queryKey: keys.agents });
      navigate(`/agents/${created.id}`);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was created.", error), intent: "error" });
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <section className={styles.section} aria-labelledby="templates" aria-busy={busy}>
      <h2 className={styles.heading} id="templates">
        Create an agent
      </h2>
      {PARTS.map(({ id, title, templates }) => (
        <div key={id} className={styles.group}>
          <h3 className={styles.part} id={id}>
            {title}
          </h3>
          <ul className={styles.cards} aria-labelledby={id}>
            {templates.map((template) => (
              <li key={template.agent.name}>
                <button type="button" className={styles.card} onClick={() => void choose(template)}>
                  {ICONS[template.agent.icon].icon}
                  <span className={styles.name}>{template.agent.name}</span>
                  <span className={styles.line}>{template.line}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
