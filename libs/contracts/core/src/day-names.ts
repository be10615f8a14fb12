/** Names of weekdays in running text; 0 is Sunday. Longer ones first: a pattern takes the first that fits. */
export const WEEKDAYS: Record<string, number> = {
  ...{ sunday: 0, monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6 },
  ...{ sun: 0, mon: 1, tues: 2, tue: 2, wed: 3, thurs: 4, thur: 4, thu: 4, fri: 5, sat: 6 },
};

/** Names of months; 1 is January. */
export const MONTHS: Record<string, number> = {
  ...{ january: 1, february: 2, march: 3, april: 4, june: 6, july: 7, august: 8, september: 9, october: 10 },
  ...{ november: 11, december: 12, may: 5 },
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, jun: 6, jul: 7, aug: 8, sept: 9, sep: 9, oct: 10, nov: 11, dec: 12 },
};
