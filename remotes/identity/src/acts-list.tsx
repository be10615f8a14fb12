import { makeStyles, tokens } from "@tessera/fluent";
import { useQuery } from "@tessera/query";
import { useSession } from "@tessera/shell-api";
import { ErrorState, LogList, LogRow, RowSkeleton, StatusText } from "@tessera/ui";
import { people, peopleKeys } from "./people-api.ts";
import { actWords } from "./people-words.ts";
import { useDay } from "./use-day.ts";

const useStyles = makeStyles({ none: { margin: 0, color: tokens.colorNeutralForeground3 } });

/** What administrators did to people, newest first. */
export function ActsList() {
  const styles = useStyles();
  const { user } = useSession();
  const day = useDay();
  const { data, error, isError, refetch } = useQuery({
    queryKey: peopleKeys.log,
    queryFn: ({ signal }) => people.log(signal),
  });
  if (isError) return <ErrorState title="The log cannot be shown" error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeleton rows={3} />;
  if (!data.length)
    return <p className={styles.none}>Nothing yet. What administrators do to accounts is recorded here.</p>;
  return (
    <LogList label="What administrators did">
      {data.map((act) => {
        const { who, text, status, word } = actWords(act, user?.id, day);
        return (
          <LogRow key={act.id} at={act.at} subject={who} text={text}>
            <StatusText status={status}>{word}</StatusText>
          </LogRow>
        );
      })}
    </LogList>
  );
}
