import type { ComparedFigure } from '../../messages/digests/index.ts';
import { rounded } from './figures.ts';

/** Number of known changes from which on the digest shows which change is usual. */
const FEWEST_CHANGES = 3;

/**
 * Returns by how much a figure usually changes from one period to the next: the root mean square of its changes. So a steady rise
 * is usual too. Returns `undefined` when fewer than three changes are known.
 * @param values the values of the earlier periods, oldest first; null when unknown
 */
export function usualVariation(values: readonly (number | null)[]): number | undefined {
  const changes = values.slice(1).flatMap((value, index) => {
    const before = values[index] ?? null;
    return value === null || before === null ? [] : [value - before];
  });
  if (changes.length < FEWEST_CHANGES) return undefined;
  return rounded(Math.sqrt(changes.reduce((sum, change) => sum + change ** 2, 0) / changes.length));
}

/** Adds its usual variation to a figure, if known. @param earlier the values of earlier periods, as for `usualVariation` */
export function withUsual<Of extends { readonly change: ComparedFigure['change'] }>(
  figure: Of,
  earlier: readonly (number | null)[],
): Of & { readonly usual?: number } {
  const usual = usualVariation(earlier);
  return usual === undefined ? figure : { ...figure, usual };
}

/** Removes the comparison from a figure, because the previous period's data is incomplete or missing. */
export function withoutComparison<Of extends ComparedFigure>(figure: Of): Of {
  return { ...figure, before: null, change: null };
}
