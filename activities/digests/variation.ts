import type { ComparedFigure } from '../../messages/digests/index.ts';
import { rounded } from './figures.ts';

/** Changes that must be known before the digest says which change is usual. */
const FEWEST_CHANGES = 3;

/**
 * Returns by how much a figure usually moves from one period to the next: the root mean square of its changes, so that a steady
 * rise is usual too. Returns `undefined` when fewer than three changes are known.
 * @param values of the earlier periods, the oldest first, one for each period; null: not known
 */
export function usualVariation(values: readonly (number | null)[]): number | undefined {
  const changes = values.slice(1).flatMap((value, index) => {
    const before = values[index] ?? null;
    return value === null || before === null ? [] : [value - before];
  });
  if (changes.length < FEWEST_CHANGES) return undefined;
  return rounded(Math.sqrt(changes.reduce((sum, change) => sum + change ** 2, 0) / changes.length));
}

/** Returns the figure with its usual variation. @param earlier as for `usualVariation` */
export function withUsual<Of extends { readonly change: ComparedFigure['change'] }>(
  figure: Of,
  earlier: readonly (number | null)[],
): Of & { readonly usual?: number } {
  const usual = usualVariation(earlier);
  return usual === undefined ? figure : { ...figure, usual };
}

/** Returns the figure without a comparison, because the period before was seen in another way, or not at all. */
export function withoutComparison<Of extends ComparedFigure>(figure: Of): Of {
  return { ...figure, before: null, change: null };
}
