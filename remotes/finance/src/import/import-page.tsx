import { useQuery } from "@tessera/query";
import { useSearchParams } from "@tessera/router";
import { ErrorState, PaneScroll, RowSkeleton } from "@tessera/ui";
import { finance, keys } from "../api.ts";
import { FinancePage } from "../frame/finance-page.tsx";
import { useAccounts } from "../frame/use-books.ts";
import { ChooseFile } from "./choose-file.tsx";
import { CsvProfilesList } from "./csv-profiles-list.tsx";
import { ImportDone } from "./import-done.tsx";
import { ImportReview } from "./import-review.tsx";

/** `/finance/import`: a bank's file is chosen, shown as it would come into an account, and brought into the books. */
export function ImportPage() {
  const [params, setParams] = useSearchParams();
  const id = params.get("file");
  const accounts = useAccounts().query.data?.items;
  const file = useQuery({
    queryKey: [...keys.imports, id],
    queryFn: ({ signal }) => finance.bankImport(id!, signal),
    enabled: id !== null,
  });
  const again = () => setParams({});
  return (
    <FinancePage title="Import">
      {id === null ? (
        <PaneScroll>
          <ChooseFile onRead={({ id: read }) => setParams({ file: read })} />
          <CsvProfilesList accounts={accounts ?? []} />
        </PaneScroll>
      ) : file.data && accounts ? (
        file.data.state === "read" ? (
          <ImportReview key={id} file={file.data} accounts={accounts} onAgain={again} />
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
