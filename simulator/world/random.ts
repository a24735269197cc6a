/** A part of a random stream's name. */
export type Seed = number | string;

/**
 * Seeded random numbers (mulberry32). Two streams made from the same parts give the same numbers, whatever was
 * drawn elsewhere: so one driver's day can be made without making the days of the others.
 */
export class Random {
  #state: number;

  /** @param parts the stream's name, such as the seed, the driver's index and the day */
  constructor(...parts: Seed[]) {
    this.#state = hashOf(parts);
  }

  /** From 0 to 1, without 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A real number from `low` to `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor((high - low + 1) * this.next());
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One element of a list that is not empty. */
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[Math.floor(list.length * this.next())]!;
  }

  /** Returns one of the keys, each as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries<number>(weights) as [K, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) if ((left -= weight) < 0) return key;
    return entries.at(-1)![0];
  }

  /** A bell curve around `mean`, cut at three deviations so that nothing absurd comes out. */
  gaussian(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    const value = radius * Math.cos(2 * Math.PI * this.next());
    return mean + deviation * Math.max(-3, Math.min(3, value));
  }

  /** Returns a random number of occurrences with the average `mean` (Knuth's method; means here are small). */
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
