/** Part of the name of a random stream. */
export type Seed = number | string;

/**
 * Generator of seeded random numbers (mulberry32). Two streams with the same name return the same numbers, regardless of other
 * streams. So one driver's day can be created without the other days.
 */
export class Random {
  #state: number;

  /** @param parts the parts of the stream's name, such as the seed, the driver's index and the day */
  constructor(...parts: Seed[]) {
    this.#state = hashOf(parts);
  }

  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a real number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Returns a whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.next());
  }

  /** Returns true with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns one element of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[Math.floor(list.length * this.next())]!;
  }

  /** Returns one of the keys, with a probability in proportion to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries<number>(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) if ((left -= weight) < 0) return key;
    return entries.at(-1)![0];
  }

  /** Returns a normally distributed number. It is at most three deviations from `mean`, so that extreme values do not occur. */
  gaussian(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    const value = radius * Math.cos(2 * Math.PI * this.next());
    return mean + deviation * Math.max(-3, Math.min(3, value));
  }

  /** Returns a random count with the average `mean` (Knuth's method, which suits small averages). */
  poisson(mean: number): number {
    const limit = Math.exp(-Math.min(mean, 50));
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }
}

function hashOf(parts: readonly Seed[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    if (typeof part === 'string')
      for (let at = 0; at < part.length; at += 1) hash = mix(hash, part.charCodeAt(at));
    else hash = mix(mix(hash, part | 0), Math.floor(part / 4_294_967_296) | 0);
    hash = mix(hash, 0x9e3779b9);
  }
  return hash;
}

function mix(hash: number, word: number): number {
  let mixed = Math.imul(hash ^ word, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}
