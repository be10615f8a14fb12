// Lists of what is due, by the person's days: each is a `type` of `ItemQuery`.

/** What is due today or overdue, and neither done nor snoozed. */
export const TODAY_LIST = "today";
/** What is due on the days after today, and not done. */
export const UPCOMING_LIST = "upcoming";

export const isByDay = (type: string): boolean => type === TODAY_LIST || type === UPCOMING_LIST;
