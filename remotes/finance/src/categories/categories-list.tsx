import { Add20Regular } from "@fluentui/react-icons/svg/add";
import { Delete20Regular } from "@fluentui/react-icons/svg/delete";
import { Edit20Regular } from "@fluentui/react-icons/svg/edit";
import { Folder20Regular } from "@fluentui/react-icons/svg/folder";
import { counted } from "@tessera/contracts-core/counted.ts";
import type { Category } from "@tessera/contracts-finance/categories.ts";
import { makeStyles } from "@tessera/fluent";
import { useNavigate } from "@tessera/router";
import { shell, useCommands } from "@tessera/shell-api";
import { IconButton, ListRow, useListState, VirtualList } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useMemo, useRef } from "react";
import { finance } from "../api.ts";
import { useActs } from "../frame/undo.ts";
import { treeOf } from "../frame/use-books.ts";
import { useRowKeys } from "../frame/use-row-keys.ts";
import { openCategoryDialog } from "./category-dialog.tsx";

const useStyles = makeStyles({
  level1: { paddingLeft: "24px" },
  level2: { paddingLeft: "48px" },
  level3: { paddingLeft: "72px" },
  level4: { paddingLeft: "96px" },
});

const transactionsOf = ({ id }: Category) => `/finance/transactions?category=${id}`;

/** The tree, flat; Enter opens the transactions of one, e changes it, # deletes it. */
export function CategoriesList({ categories }: { categories: readonly Category[] }) {
  const styles = useStyles();
  const navigate = useNavigate();
  const { finished } = useActs();
  const rows = useMemo(() => treeOf(categories).map((node) => ({ ...node, id: node.category.id })), [categories]);
  const { focusId, focusRequest, focusOn, neighbour } = useListState(rows);
  const go = (step: number) => focusOn(neighbour(step)?.id ?? null, true);
  useRowKeys("Categories", go);

  const add = (parent: Category) =>
    void openCategoryDialog({
      categories,
      parentId: parent.id,
      onDone: (done) => void finished(done.act, `${done.category.name} added`),
    });
  const edit = (category: Category) =>
    void openCategoryDialog({
      categories,
      category,
      onDone: (done) => void finished(done.act, `${done.category.name} changed`),
    });
  const remove = async ({ id, version, name }: Category) => {
    try {
      const { act } = await finance.deleteCategory(id, version);
      await finished(act, `${name} deleted`);
    } catch (error) {
      shell().notifications.show({ message: failureWords(`${name} was not deleted.`, error), intent: "error" });
    }
  };
  const focused = useRef<Category | undefined>(undefined);
  focused.current = rows.find(({ id }) => id === focusId)?.category;
  const latest = useRef({ edit, remove });
  latest.current = { edit, remove };
  useCommands(
    () => [
      {
        id: "finance.change-category",
        title: "Change the category",
        group: "Categories",
        act: "edit-whole",
        opensDialog: true,
        run: () => focused.current && latest.current.edit(focused.current),
      },
      {
        id: "finance.delete-category",
        title: "Delete the category",
        group: "Categories",
        act: "remove",
        run: () => focused.current && latest.current.remove(focused.current),
      },
    ],
    [],
  );
  const levels = ["", styles.level1, styles.level2, styles.level3, styles.level4];
  return (
    <VirtualList
      label="Categories"
      rows={rows}
      focusId={focusId}
      focusRequest={focusRequest}
      onFocusRow={(id) => focusOn(id, false)}
      onMove={go}
      onOpen={({ category }) => navigate(transactionsOf(category))}
      renderRow={({ category, level, path }) => (
        <div className={levels[level]}>
          <ListRow
            icon={<Folder20Regular />}
            title={category.name}
            href={transactionsOf(category)}
            line={level > 0 ? path : undefined}
            age={category.splits ? counted(category.splits, "use") : undefined}
            actions={
              <>
                {level < 4 && (
                  <IconButton
                    icon={<Add20Regular />}
                    label={`Add a category below ${category.name}`}
                    onClick={() => add(category)}
                  />
                )}
                <IconButton icon={<Edit20Regular />} label={`Change ${category.name}`} onClick={() => edit(category)} />
                <IconButton
                  icon={<Delete20Regular />}
                  label={`Delete ${category.name}`}
                  onClick={() => void remove(category)}
                />
              </>
            }
          />
        </div>
      )}
    />
  );
}
