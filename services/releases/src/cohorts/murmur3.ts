const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));
const scramble = (block: number) => Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);

/** Short texts are hashed without making a buffer each time. */
const scratch = Buffer.alloc(1024);

/** MurmurHash3, x86, 32 bits (Appleby, public domain) of the text's UTF-8 bytes. */
export function murmur3(text: string, seed = 0): number {
  const bytes = text.length * 3 <= scratch.length ? scratch : Buffer.alloc(text.length * 3);
  const length = bytes.write(text);
  const whole = length & ~3;
  let hash = seed;
  for (let index = 0; index < whole; index += 4) {
    hash ^= scramble(bytes.readInt32LE(index));
    hash = (Math.imul(rotate(hash, 13), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let index = length - 1; index >= whole; index -= 1) tail = (tail << 8) | bytes[index]!;
  hash ^= scramble(tail);
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
