import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { Money20Regular } from "@fluentui/react-icons/svg/money";
import type { Rate } from "@tessera/contracts-finance/rates.ts";
import { shell, useCommands } from "@tessera/shell-api";
import { IconButton, ListRow, useListState, useUiSettings, VirtualList } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useRef } from "react";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { useRowKeys } from "../frame/use-row-keys.ts";
import { dayText } from "../transactions/transaction-row.tsx";
import { openRateDialog } from "./rate-dialog.tsx";
import { rateText } from "./rate-text.ts";

/** The days of one pair, the newest first; Enter changes a rate, # deletes it. */
export function RatesList({ rates }: { rates: readonly Rate[] }) {
  const { locale } = useUiSettings();
  const { finished } = useActs();
  const { focusId, focusRequest, focusOn, neighbour } = useListState(rates);
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  useRowKeys("Rates", go);
  const nameOf = ({ base, quote, day }: Rate) => `${base} in ${quote} on ${dayText(day, locale)}`;
  const edit = (rate: Rate) =>
    void openRateDialog({ ...rate, onDone: (done) => void finished(done.act, `${nameOf(done.rate)} changed`) });
  const remove = async (rate: Rate) => {
    try {
      const { act } = await finance.deleteRate(rate.id);
      await finished(act, `${nameOf(rate)} deleted`);
    } catch (error) {
      shell().notifications.show({ message: failureWords("Nothing was deleted.", error), intent: "error" });
    }
  };
  const latest = useRef({ edit, remove, focused: undefined as Rate | undefined });
  latest.current = { edit, remove, focused: rates.find(({ id }) => id === focusId) };
  useCommands(() => {
    const group = "Rates";
    const run = (act: "edit" | "remove") => () => {
      const { focused, ...acts } = latest.current;
      if (focused) void acts[act](focused);
    };
    return [
      {
        ...{ id: "finance.change-rate", title: "Change the rate", group, act: "edit-whole", opensDialog: true },
        run: run("edit"),
      },
      { id: "finance.delete-rate", title: "Delete the rate", group, act: "remove", run: run("remove") },
    ];
  }, []);
  return (
    <VirtualList
      label="Rates"
      rows={rates}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={go}
      onOpen={edit}
      renderRow={(rate) => (
        <ListRow
          icon={<Money20Regular />}
          title={`1 ${rate.base} = ${rateText(rate.rate, locale)} ${rate.quote}`}
          line={rate.file === null ? "You gave it" : `From ${rate.file}`}
          age={dayText(rate.day, locale)}
          onOpen={() => edit(rate)}
          actions={
            <>
              <IconButton icon={<Edit20Regular />} label={`Change ${nameOf(rate)}`} onClick={() => edit(rate)} />
              <IconButton
                icon={<Delete20Regular />}
                label={`Delete ${nameOf(rate)}`}
                onClick={() => void remove(rate)}
              />
            </>
          }
        />
      )}
    />
  );
}
