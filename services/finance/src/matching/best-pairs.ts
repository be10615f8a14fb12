/** A possible pair; `weight` is above zero. */
export interface Edge {
  from: string;
  to: string;
  weight: number;
}

/** Sides of one component up to which the best matching is computed; beyond, the best pairs are taken first. */
const MAX_SIDES = 200;

/**
 * The pairs with the greatest sum of weights in which nothing is in two of them. Parts that have nothing to do with
 * each other are solved one by one.
 */
export function bestPairs<E extends Edge>(edges: readonly E[]): E[] {
  return components(edges).flatMap((part) => {
    const sides = Math.max(new Set(part.map(({ from }) => from)).size, new Set(part.map(({ to }) => to)).size);
    return part.length === 1 ? part : sides > MAX_SIDES ? greedy(part) : assignment(part);
  });
}

function components<E extends Edge>(edges: readonly E[]): E[][] {
  const root = new Map<string, string>();
  const find = (key: string): string => {
    let at = key;
    while (root.has(at)) at = root.get(at)!;
    if (at !== key) root.set(key, at);
    return at;
  };
  for (const { from, to } of edges) {
    const [a, b] = [find(`f${from}`), find(`t${to}`)];
    if (a !== b) root.set(a, b);
  }
  return [...Map.groupBy(edges, ({ from }) => find(`f${from}`)).values()];
}

function greedy<E extends Edge>(edges: readonly E[]): E[] {
  const taken = new Set<string>();
  return edges
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ from, to }) => {
      if (taken.has(`f${from}`) || taken.has(`t${to}`)) return false;
      taken.add(`f${from}`).add(`t${to}`);
      return true;
    });
}

/** The Hungarian method with potentials (Kuhn, Munkres), in the cube of the number of sides. */
function assignment<E extends Edge>(edges: readonly E[]): E[] {
  const rows = [...new Set(edges.map(({ from }) => from))];
  const columns = [...new Set(edges.map(({ to }) => to))];
  const size = Math.max(rows.length, columns.length);
  const at = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  // A pair that is none costs nothing, so that a side may stay alone.
  const cost = (row: number, column: number) => -(at.get(`${rows[row - 1]} ${columns[column - 1]}`)?.weight ?? 0);
  const [u, v] = [new Array<number>(size + 1).fill(0), new Array<number>(size + 1).fill(0)];
  const rowOf = new Array<number>(size + 1).fill(0);
  for (let row = 1; row <= size; row++) augment(row, { size, cost, u, v, rowOf });
  return rowOf.slice(1).flatMap((row, column) => at.get(`${rows[row - 1]} ${columns[column]}`) ?? []);
}

interface State {
  size: number;
  cost: (row: number, column: number) => number;
  u: number[];
  v: number[];
  /** Row of each column; 0: none yet. */
  rowOf: number[];
}

function augment(row: number, { size, cost, u, v, rowOf }: State): void {
  const least = new Array<number>(size + 1).fill(Number.POSITIVE_INFINITY);
  const way = new Array<number>(size + 1).fill(0);
  const used = new Array<boolean>(size + 1).fill(false);
  rowOf[0] = row;
  let column = 0;
  do {
    used[column] = true;
    const current = rowOf[column]!;
    let [delta, next] = [Number.POSITIVE_INFINITY, 0];
    for (let j = 1; j <= size; j++) {
      if (used[j]) continue;
      const reduced = cost(current, j) - u[current]! - v[j]!;
      if (reduced < least[j]!) {
        least[j] = reduced;
        way[j] = column;
      }
      if (least[j]! < delta) [delta, next] = [least[j]!, j];
    }
    for (let j = 0; j <= size; j++) {
      if (used[j]) {
        u[rowOf[j]!]! += delta;
        v[j]! -= delta;
      } else least[j]! -= delta;
    }
    column = next;
  } while (rowOf[column] !== 0);
  while (column !== 0) {
    const before = way[column]!;
    rowOf[column] = rowOf[before]!;
    column = before;
  }
}
