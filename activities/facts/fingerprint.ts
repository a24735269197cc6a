import { createHash } from 'node:crypto';
import type { Trip } from '../../rules/vocabulary/index.ts';

/**
 * A fingerprint of what rules can see of a trip: when a later read has another one, the trip is decided again.
 * Paths and profiles are left out: another sampling of the same drive is no news.
 */
export function fingerprint(trip: Trip): string {
  const { path, speedProfile, problems: _problems, ...seen } = trip;
  const facts = { ...seen, pathPoints: path?.length, speedSamples: speedProfile?.length };
  return createHash('sha256')
    .update(JSON.stringify(sorted(facts)))
    .digest('hex');
}

/** A fingerprint of a trip's scores as they are read or listed; undefined: they do not say any. */
export function scoresFingerprint({ score, ratings }: Pick<Trip, 'score' | 'ratings'>): string | undefined {
  if (score === undefined && Object.keys(ratings).length === 0) return undefined;
  return createHash('sha256')
    .update(JSON.stringify(sorted({ score, ratings })))
    .digest('hex');
}

/** The same value with keys in order: two bodies that say the same have the same fingerprint. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
