/** Numbers of a vector. */
export const SIZE = 512;

/** A vector in a quarter of the room; only its direction counts, so the scale is not kept. */
export function toBytes(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0) || 1;
  return Int8Array.from(vector, (number) => Math.round((number / largest) * 127));
}

/** Vectors that stand one behind the other, with their lengths. */
export interface Vectors {
  numbers: Int8Array;
  lengths: Float64Array;
}

export function vectorsOf(numbers: Int8Array): Vectors {
  const lengths = new Float64Array(numbers.length / SIZE);
  for (let each = 0; each < lengths.length; each++) lengths[each] = Math.sqrt(product(numbers, numbers, each, each));
  return { numbers, lengths };
}

/** How near some vectors are to others: the mean of the highest cosine of each of them; -1 of none. */
export function likeness(asked: Vectors, held: Vectors): number {
  let sum = 0;
  for (let of = 0; of < asked.lengths.length; of++) {
    let best = -1;
    for (let each = 0; each < held.lengths.length; each++) {
      const cosine = product(asked.numbers, held.numbers, of, each) / (asked.lengths[of]! * held.lengths[each]! || 1);
      if (cosine > best) best = cosine;
    }
    sum += best;
  }
  return asked.lengths.length ? sum / asked.lengths.length : -1;
}

/** The first vectors of some. */
export const firstOf = ({ numbers, lengths }: Vectors, count: number): Vectors => ({
  numbers: numbers.subarray(0, count * SIZE),
  lengths: lengths.subarray(0, count),
});

function product(a: Int8Array, b: Int8Array, ofA: number, ofB: number): number {
  let sum = 0;
  for (let at = 0, x = ofA * SIZE, y = ofB * SIZE; at < SIZE; at++) sum += a[x++]! * b[y++]!;
  return sum;
}
