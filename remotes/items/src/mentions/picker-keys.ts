/** Keys of the field, while a list is shown. @returns whether the list took it */
export type PickerKeys = (key: string) => boolean;

/** Where a sign of a text stands: px from the corner of what a list is placed in, and how wide that is. */
export type PlaceOf = (index: number) => { left: number; top: number; width: number };
