/** A heading stands before the row at `index`. */
export interface Group {
  index: number;
  label: string;
  /** Of a section, which can be closed: its name for what is done with it, and how many rows it has, seen or not. */
  section?: { key: string; count: number; closed: boolean };
}

/** Headings of rows that come in the order of their groups. */
export function groupsBy<T>(rows: readonly T[], labelOf: (row: T) => string): Group[] {
  const groups: Group[] = [];
  rows.forEach((row, index) => {
    const label = labelOf(row);
    if (label !== groups.at(-1)?.label) groups.push({ index, label });
  });
  return groups;
}

/** Where rows and headings of fixed heights lie; no measuring, so a long list costs what a short one does. */
export class RowGeometry {
  constructor(
    readonly count: number,
    readonly rowHeight: number,
    readonly groupHeight: number,
    readonly groups: readonly Group[],
  ) {}

  get height(): number {
    return this.count * this.rowHeight + this.groups.length * this.groupHeight;
  }

  /** Headings that stand before or at the row. */
  private headingsThrough(index: number): number {
    let low = 0;
    let high = this.groups.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.groups[middle] as Group).index <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Top of a row in px. */
  top(index: number): number {
    return index * this.rowHeight + this.headingsThrough(index) * this.groupHeight;
  }

  /** The row at a height, or the first row below it. */
  rowAt(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.top(middle) + this.rowHeight <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Headings among the rows from `first` to `last`; those behind the last row of all are at its end. */
  groupsWithin(first: number, last: number): Group[] {
    const end = last >= this.count - 1 ? this.count : last;
    return this.groups.filter((group) => group.index >= first && group.index <= end);
  }

  /** Top of a heading in px; those of closed sections stand right above each other. */
  headTop(group: Group): number {
    return group.index * this.rowHeight + this.groups.indexOf(group) * this.groupHeight;
  }
}
