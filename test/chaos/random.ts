/**
 * Returns a generator of numbers from 0 up to, but excluding, 1. The same key gives the same numbers on every machine.
 * @param key names the purpose of the numbers
 */
export function randomOf(...key: readonly (string | number)[]): () => number {
  let state = 2_166_136_261;
  for (const char of key.join('\u0000')) state = Math.imul(state ^ char.codePointAt(0)!, 16_777_619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a shuffled copy of the list. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other]!, mixed[last]!];
  }
  return mixed;
}
