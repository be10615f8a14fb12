import type { Category } from "@tessera/contracts-finance/categories.ts";
import { MAX_NAME_LENGTH } from "@tessera/contracts-finance/limits.ts";
import { Checkbox, Field, Input } from "@tessera/fluent-data";
import { Select } from "@tessera/fluent-extra";
import { type DialogActions, shell } from "@tessera/shell-api";
import { DialogForm } from "@tessera/ui";
import { failureWords } from "@tessera/ui/failure-words";
import { useState } from "react";
import { finance } from "../api.ts";
import { treeOf } from "../frame/use-books.ts";

interface Props {
  categories: readonly Category[];
  category?: Category;
  /** Where a new one lies, unless the person says otherwise. */
  parentId?: string | null;
  onDone: (done: { act: string; category: Category }) => void;
}

/** Adds a category, or changes one. */
export const openCategoryDialog = (props: Props) =>
  shell().dialogs.open(CategoryDialog, props, {
    title: props.category ? "Change the category" : "Add a category",
    buttons: [],
  });

const sentence = (error: unknown) => failureWords("Nothing was saved.", error);

function CategoryDialog(props: Props & { dialog: DialogActions<true> }) {
  const { categories, category, onDone, dialog } = props;
  const [name, setName] = useState(category?.name ?? "");
  const [parentId, setParentId] = useState(category ? category.parentId : (props.parentId ?? null));
  const [income, setIncome] = useState(category?.income ?? false);
  const [key] = useState(() => crypto.randomUUID());
  // A category cannot lie within itself.
  const tree = treeOf(categories);
  const own = tree.find((node) => node.category.id === category?.id);
  const parents = tree.filter(({ path }) => !own || (path !== own.path && !path.startsWith(`${own.path} / `)));
  const act = async () => {
    const values = { name: name.trim(), parentId, income };
    onDone(
      category
        ? await finance.changeCategory(category.id, category.version, values)
        : await finance.createCategory(values, key),
    );
  };
  return (
    <DialogForm
      dialog={dialog}
      confirm={category ? "Save" : "Add category"}
      cancel="Cancel"
      disabled={!name.trim()}
      act={act}
      sentence={sentence}
    >
      <Field label="Name" required>
        <Input value={name} maxLength={MAX_NAME_LENGTH} autoFocus onChange={(_, data) => setName(data.value)} />
      </Field>
      <Field label="Below">
        <Select value={parentId ?? ""} onChange={(_, data) => setParentId(data.value || null)}>
          <option value="">No other category</option>
          {parents.map(({ category: { id }, path }) => (
            <option key={id} value={id}>
              {path}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label="Income: a budget assigns what comes in here and below"
        checked={income}
        onChange={(_, data) => setIncome(data.checked === true)}
      />
    </DialogForm>
  );
}
