/** Numbers in [0, 1), the next one at each call. */
export type RandomSource = () => number;

/**
 * A seeded source for orders of blocks and for simulations: xoshiro128** of Blackman and Vigna ("Scrambled Linear
 * Pseudorandom Number Generators", ACM TOMS 47, 2021), its state filled from the seed by SplitMix32. The same seed
 * gives the same numbers on every platform. Not for secrets.
 */
export function seededRandom(seed: number): RandomSource {
  const next = xoshiro128(seedState(seed));
  return () => next() / 2 ** 32;
}

/** The generator itself, 32-bit unsigned numbers; `state` is four such numbers, not all zero. */
export function xoshiro128(state: readonly [number, number, number, number]): () => number {
  let [a, b, c, d] = state;
  return () => {
    const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
    return result;
  };
}

/** A random order of the same items (Fisher-Yates); the input stays as it is. */
export function shuffled<Item>(items: readonly Item[], random: RandomSource): Item[] {
  const rest = [...items];
  const order: Item[] = [];
  while (rest.length > 0) order.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return order;
}

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function seedState(seed: number): [number, number, number, number] {
  let counter = seed | 0;
  const next = () => {
    counter = (counter + 0x9e3779b9) | 0;
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return [next(), next(), next(), next()];
}
