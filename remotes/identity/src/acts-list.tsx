import { makeStyles, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { useSession } from "@tessera/shell-api";
import { ErrorState, RowSkeleton, StatusText, useMoment } from "@tessera/ui";
import { people, peopleKeys } from "./people-api.ts";
import { actWords } from "./people-words.ts";
import { useDay } from "./use-day.ts";

const narrow = "@media (max-width: 959.98px)";
const useStyles = makeStyles({
  list: { listStyleType: "none", margin: 0, padding: 0 },
  act: {
    display: "grid",
    gridTemplateColumns: "104px minmax(0, 2fr) minmax(0, 3fr) 96px",
    columnGap: "12px",
    alignItems: "center",
    minHeight: "36px",
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ":first-child": { borderTopStyle: "none" },
    [narrow]: { gridTemplateColumns: "minmax(0, 1fr) auto", padding: "8px 0" },
  },
  time: { color: tokens.colorNeutralForeground3, fontVariantNumeric: "tabular-nums", [narrow]: { gridColumn: 1, fontSize: "12px" } },
  who: { overflowWrap: "anywhere", [narrow]: { gridColumn: 1 } },
  text: { color: tokens.colorNeutralForeground2, overflowWrap: "anywhere", [narrow]: { gridColumn: 1 } },
  word: { display: "flex", justifyContent: "flex-end", [narrow]: { gridColumn: 2, gridRow: 1 } },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** What administrators did to people, newest first. */
export function ActsList() {
  const styles = useStyles();
  const { user } = useSession();
  const [moment, day] = [useMoment(), useDay()];
  const { data, error, isError, refetch } = useQuery({ queryKey: peopleKeys.log, queryFn: ({ signal }) => people.log(signal) });
  if (isError) return <ErrorState title="The log cannot be shown" error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeleton rows={3} />;
  if (!data.length) return <p className={styles.none}>Nothing yet: what administrators do to people is written here.</p>;
  return (
    <ul className={styles.list}>
      {data.map((act) => {
        const { who, text, status, word } = actWords(act, user?.id, day);
        return (
          <li key={act.id} className={styles.act}>
            <time className={styles.time} dateTime={act.at}>
              {moment(act.at)}
            </time>
            <span className={styles.who}>{who}</span>
            <span className={styles.text}>{text}</span>
            <span className={styles.word}>
              <StatusText status={status}>{word}</StatusText>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
