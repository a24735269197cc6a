import type { Say } from '../../../../texts/say/index.ts';
import type { Json } from './json.ts';

/** The units of lengths of time as rules write them. */
export const UNITS = ['s', 'm', 'h', 'd'] as const;

type Unit = (typeof UNITS)[number];

/** Returns the number and unit of a length of time as rules write it, such as `7d`; undefined for other values. */
export function partsOf(
  value: Json | undefined,
): { readonly count: number; readonly unit: Unit } | undefined {
  const found = typeof value === 'string' ? /^(\d{1,9})([smhd])$/.exec(value) : null;
  return found ? { count: Number(found[1]), unit: found[2] as Unit } : undefined;
}

/** Returns a length of time in words: `24 hours` for `24h`; undefined for other values. */
export function spanWords(say: Pick<Say<never>, 'known'>, value: Json | undefined): string | undefined {
  const parts = partsOf(value);
  return parts && say.known(`facts.window_${parts.unit}`, { count: parts.count });
}
