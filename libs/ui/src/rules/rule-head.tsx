import { makeStyles } from "@tessera/fluent";
import { Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import type { Stage } from "@tessera/rules";

const useStyles = makeStyles({
  root: {
    display: "grid",
    gridTemplateColumns: "repeat(auto-fit, minmax(200px, 1fr))",
    gap: "16px",
    alignItems: "start",
  },
});

/** What a rule is called, and when it runs. */
export function RuleHead(props: {
  name: string;
  /** Characters of a name at most. */
  maxLength: number;
  stage: Stage;
  onChange: (change: { name?: string; stage?: Stage }) => void;
}) {
  const styles = useStyles();
  const { name, maxLength, stage, onChange } = props;
  return (
    <div className={styles.root}>
      <Field label="Name" required>
        <Input autoFocus value={name} maxLength={maxLength} onChange={(_, data) => onChange({ name: data.value })} />
      </Field>
      <Field label="When it runs" hint="More specific rules run later and override earlier ones.">
        <Select value={stage ?? ""} onChange={(_, data) => onChange({ stage: (data.value || null) as Stage })}>
          <option value="pre">Before all others</option>
          <option value="">In order of how specific it is</option>
          <option value="post">After all others</option>
        </Select>
      </Field>
    </div>
  );
}
