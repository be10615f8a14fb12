import { reminderWords } from "@tessera/contracts-items/words/reminder.ts";
import { makeStyles } from "@tessera/fluent";
import { Select } from "@tessera/fluent-extra";

const useStyles = makeStyles({ field: { maxWidth: "260px" } });

const OF_A_TIME = [0, 10, 30, 60, 1440];
const OF_A_DAY = [0, 1440];

/** When the person is reminded of what is due. @param wholeDay it is due on a day without a time */
export function ReminderField(props: {
  value: number | undefined;
  wholeDay: boolean;
  onChange: (value: number | null) => void;
}) {
  const styles = useStyles();
  const { value, wholeDay } = props;
  const usual = wholeDay ? OF_A_DAY : OF_A_TIME;
  // What was typed or set elsewhere stays a choice.
  const choices = value === undefined || usual.includes(value) ? usual : [...usual, value].sort((a, b) => a - b);
  return (
    <Select
      className={styles.field}
      aria-label="Reminder"
      value={value === undefined ? "" : String(value)}
      onChange={(_, { value: chosen }) => props.onChange(chosen === "" ? null : Number(chosen))}
    >
      <option value="">None</option>
      {choices.map((minutes) => {
        const words = reminderWords(minutes, wholeDay);
        return (
          <option key={minutes} value={String(minutes)}>
            {`${words.charAt(0).toUpperCase()}${words.slice(1)}`}
          </option>
        );
      })}
    </Select>
  );
}
