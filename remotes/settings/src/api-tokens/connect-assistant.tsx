import { makeStyles, tokens } from "@tessera/fluent";
import { Field } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { lazy, Suspense, useState } from "react";
import { assistants, mcpAddress, SOME_TOKEN } from "./assistants.ts";

const CodeBlock = lazy(async () => ({ default: (await import("@tessera/code")).CodeBlock }));

const useStyles = makeStyles({
  program: { maxWidth: "300px" },
  where: { margin: "8px 0", color: tokens.colorNeutralForeground2 },
  plain: { margin: "0 0 16px", padding: "8px 16px", whiteSpace: "pre-wrap", overflowWrap: "anywhere" },
});

/** What each program is given to connect by MCP. @param token that was just made */
export function ConnectAssistant({ token = SOME_TOKEN }: { token?: string }) {
  const styles = useStyles();
  const [id, setId] = useState(assistants[0]!.id);
  const { where, language, code } = assistants.find((one) => one.id === id)!;
  const text = code(mcpAddress(), token);
  return (
    <div>
      <Field className={styles.program} label="Program">
        <Select value={id} onChange={(_, { value }) => setId(value)}>
          {assistants.map((assistant) => (
            <option key={assistant.id} value={assistant.id}>
              {assistant.name}
            </option>
          ))}
        </Select>
      </Field>
      <p className={styles.where}>{where}</p>
      <Suspense fallback={<pre className={styles.plain}>{text}</pre>}>
        <CodeBlock code={text} language={language} />
      </Suspense>
    </div>
  );
}
