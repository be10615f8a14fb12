import { Add16Regular } from "@fluentui/react-icons/svg/add";
import { Button } from "@tessera/fluent";
import { useCommands, useKeys } from "@tessera/shell-api";
import { EmptyState, ErrorState, LiveNote, RowSkeleton } from "@tessera/ui";
import { useRef } from "react";
import { FinancePage } from "../frame/finance-page.tsx";
import { useActs } from "../frame/undo.ts";
import { POLL_MS, useCategories } from "../frame/use-books.ts";
import { CategoriesList } from "./categories-list.tsx";
import { openCategoryDialog } from "./category-dialog.tsx";

/** `/finance/categories`: the tree of categories. */
export function CategoriesPage() {
  const keyOf = useKeys();
  const { live, query } = useCategories();
  const { finished, undoLast } = useActs();
  const categories = query.data?.items;
  const add = () =>
    void openCategoryDialog({
      categories: categories ?? [],
      onDone: ({ act, category }) => void finished(act, `${category.name} added`),
    });
  const latest = useRef(add);
  latest.current = add;
  useCommands(
    () => [
      {
        id: "finance.add-category",
        title: "Add a category",
        group: "Categories",
        act: "add",
        opensDialog: true,
        run: () => latest.current(),
      },
      { id: "finance.undo", title: "Undo", group: "Categories", act: "undo", run: undoLast },
    ],
    [undoLast],
  );
  return (
    <FinancePage
      title="Finance Categories"
      actions={
        <Button appearance="primary" icon={<Add16Regular />} onClick={add}>
          Add category
        </Button>
      }
    >
      <LiveNote state={live} every={POLL_MS} />
      {categories ? (
        categories.length ? (
          <CategoriesList categories={categories} />
        ) : (
          <EmptyState
            sentence="There are no categories yet. Start with a few: groceries, housing, travel."
            action={{ label: "Add category", onClick: add }}
            shortcut={keyOf("add")}
          />
        )
      ) : query.isError ? (
        <ErrorState
          title="The categories could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <RowSkeleton />
      )}
    </FinancePage>
  );
}
