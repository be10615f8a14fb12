import type { BankImport } from "@tessera/contracts-finance/imports.ts";
import { makeStyles } from "@tessera/fluent";
import { useQuery, useQueryClient } from "@tessera/query";
import { useSearchParams } from "@tessera/router";
import { useLive } from "@tessera/shell-api";
import { ErrorState, Notice, PaneScroll, RowSkeleton, TextButton } from "@tessera/ui";
import { finance, keys } from "../api.ts";
import { FinancePage } from "../frame/finance-page.tsx";
import { useAccounts } from "../frame/use-books.ts";
import { ChooseFile } from "./choose-file.tsx";
import { CsvProfilesList } from "./csv-profiles-list.tsx";
import { ImportDone } from "./import-done.tsx";
import { ImportReview } from "./import-review.tsx";
import { ImportUndoing } from "./import-undoing.tsx";
import { ImportWriting } from "./import-writing.tsx";

/** Ms between looks at how far an import is, while changes do not arrive on their own. */
const PROGRESS_MS = 2000;

const useStyles = makeStyles({ writing: { padding: "24px 24px 0" } });

/** `/finance/import`: a bank's file is chosen, shown as it would come into an account, and brought into the books. */
export function ImportPage() {
  const styles = useStyles();
  const [params, setParams] = useSearchParams();
  const id = params.get("file");
  const accounts = useAccounts().query.data?.items;
  const client = useQueryClient();
  const live = useLive("finance.bank_import", () => void client.invalidateQueries({ queryKey: keys.imports }));
  const file = useQuery({
    queryKey: [...keys.imports, id],
    queryFn: ({ signal }) => finance.bankImport(id!, signal),
    enabled: id !== null,
    refetchInterval: ({ state }) => (live !== "live" && isMoving(state.data) ? PROGRESS_MS : false),
  });
  const all = useQuery({
    queryKey: [...keys.imports, "all"],
    queryFn: ({ signal }) => finance.imports(signal),
    enabled: id === null,
  });
  const moving = all.data?.items.find(isMoving);
  const again = () => setParams({});
  return (
    <FinancePage title="Import">
      {id === null ? (
        <PaneScroll>
          {moving && (
            <div className={styles.writing}>
              <Notice intent="warning">
                {moving.fileName} is still being {movingWords(moving)} your books.{" "}
                <TextButton onClick={() => setParams({ file: moving.id })}>Show how far it is</TextButton>
              </Notice>
            </div>
          )}
          <ChooseFile onRead={({ id: read }) => setParams({ file: read })} />
          <CsvProfilesList accounts={accounts ?? []} />
        </PaneScroll>
      ) : file.data && accounts ? (
        file.data.state === "read" ? (
          <ImportReview key={id} file={file.data} accounts={accounts} onAgain={again} />
        ) : isWriting(file.data) ? (
          <PaneScroll>
            <ImportWriting file={file.data} />
          </PaneScroll>
        ) : file.data.undoing ? (
          <PaneScroll>
            <ImportUndoing fileName={file.data.fileName} {...file.data.undoing} />
          </PaneScroll>
        ) : (
          <PaneScroll>
            <ImportDone file={file.data} onAgain={again} />
          </PaneScroll>
        )
      ) : file.isError ? (
        <ErrorState title="The import could not be loaded" error={file.error} onRetry={() => void file.refetch()} />
      ) : (
        <RowSkeleton />
      )}
    </FinancePage>
  );
}

const isWriting = (file: BankImport | undefined) => file?.progress?.state === "writing";
const movingWords = (file: BankImport) =>
  isWriting(file) ? "brought into" : file.undoing?.back ? "brought back into" : "taken out of";
/** Into the books, or out of them. */
const isMoving = (file: BankImport | undefined) => isWriting(file) || Boolean(file?.undoing);
