import { z } from "zod";
import { Act, Name, Version } from "./values.ts";

/**
 * `splits`: parts of transactions that have it; those of its children are not counted. `income`: what comes in here and
 * below is income, which a budget assigns.
 */
export const Category = z
  .object({
    id: z.uuid(),
    name: z.string(),
    parentId: z.uuid().nullable(),
    income: z.boolean().optional(),
    splits: z.int(),
    version: Version,
  })
  .meta({ id: "FinanceCategory" });
export type Category = z.infer<typeof Category>;
/** By name; the tree is made of `parentId`. */
export const CategoryList = z.object({ items: z.array(Category) }).meta({ id: "FinanceCategoryList" });
export type CategoryList = z.infer<typeof CategoryList>;

export const NewCategory = z
  .strictObject({ name: Name, parentId: z.uuid().nullable().default(null), income: z.boolean().default(false) })
  .meta({ id: "NewFinanceCategory" });
export type NewCategory = z.input<typeof NewCategory>;
export const CategoryPatch = z
  .strictObject({ name: Name, parentId: z.uuid().nullable(), income: z.boolean() })
  .partial()
  .meta({ id: "FinanceCategoryPatch" });
export type CategoryPatch = z.infer<typeof CategoryPatch>;
export const CategoryChanged = Act.extend({ category: Category }).meta({ id: "FinanceCategoryChanged" });
export type CategoryChanged = z.infer<typeof CategoryChanged>;
