import { Select } from "@tessera/fluent-extra";
import { shell } from "@tessera/shell-api";
import { failureWords } from "@tessera/ui/failure-words";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";

const DAYS = Array.from({ length: 28 }, (_, at) => at + 1);

/** On which day months begin, for the summary and the budget. */
export function FirstDay({ firstDay }: { firstDay: number }) {
  const { finished } = useActs();
  const save = async (day: number) => {
    try {
      const { act } = await finance.setPreferences({ firstDay: day });
      await finished(act, `Months begin on day ${day}`);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was changed.", error), intent: "error" });
    }
  };
  return (
    <Select
      aria-label="Day on which months begin"
      value={String(firstDay)}
      onChange={(_, choice) => void save(Number(choice.value))}
    >
      {DAYS.map((day) => (
        <option key={day} value={day}>
          {day === 1 ? "Calendar months" : `Months from day ${day}`}
        </option>
      ))}
    </Select>
  );
}
