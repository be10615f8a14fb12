// Apart from the schemas: pages carry no zod for it.

/** By what the cards of a list are put into sections, or into the columns of a board. */
export const GROUPS = ["status", "type", "priority", "tag", "due", "assignee"] as const;
export type ItemGroup = (typeof GROUPS)[number];

/** Section of the cards without any tag. No tag has a comma. */
export const NO_TAG_SECTION = ",";
export const STATUS_SECTIONS = ["inbox", "later", "done", "archived", "trash"] as const;
export const PRIORITY_SECTIONS = ["high", "medium", "low", "none"] as const;
export type CardPriority = (typeof PRIORITY_SECTIONS)[number];
/** Days of the person: `week` are the five after tomorrow. */
export const DUE_SECTIONS = ["overdue", "today", "tomorrow", "week", "later", "none"] as const;
export type DueSection = (typeof DUE_SECTIONS)[number];

/** Sections of assignees that are always there; the others are "person:<id>" and "agent:<id>". */
export const MY_SECTION = "me";
export const NOBODY_SECTION = "none";

/** Sections of tags, and of assignees, that are answered: the most used. */
export const MAX_TAG_SECTIONS = 100;
