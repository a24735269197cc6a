import type { RuleDecision } from '../../rules/evaluation/index.ts';
import type { Db } from '../db/index.ts';
import type { TripKey } from '../tables/index.ts';

/** One version's outcome for a trip. */
type Outcome = Pick<RuleDecision, 'rule' | 'version' | 'outcome'>;

/** Whether a version could not be decided, or its evaluation failed. */
function isUndecided(each: Outcome): each is Outcome & { readonly outcome: 'unknown' | 'failed' } {
  return each.outcome === 'unknown' || each.outcome === 'failed';
}

/**
 * Keeps which versions were left undecided for a trip, of rules on trial both versions, in place of what was kept for an
 * earlier revision of it.
 */
export async function recordUndecided(
  db: Db,
  args: TripKey & { readonly outcomes: readonly Outcome[]; readonly at: Date },
): Promise<void> {
  const { fleetId, driverId, tripId, outcomes, at } = args;
  if (outcomes.length === 0) return;
  const rules = [...new Set(outcomes.map(({ rule }) => rule))];
  await db
    .deleteFrom('trialUndecided')
    .where((row) => row.and({ fleetId, driverId, tripId }))
    .where('rule', 'in', rules)
    .execute();
  const rows = outcomes.filter(isUndecided).map(({ rule, version, outcome }) => ({
    ...{ fleetId, driverId, tripId, rule, version, outcome, at },
  }));
  if (rows.length > 0) await db.insertInto('trialUndecided').values(rows).execute();
}

/** How many trips one version could not decide, and on how many its evaluation failed. */
export interface UndecidedCounts {
  readonly unknown: number;
  readonly failed: number;
}

/** What names a version and the time from which on it is looked at. */
export interface VersionSince {
  readonly fleetId: string;
  readonly rule: string;
  readonly version: number;
  readonly since: Date;
}

/** Counts the trips since an instant that a version left undecided. */
export async function countUndecided(db: Db, of: VersionSince): Promise<UndecidedCounts> {
  const rows = await undecidedSince(db, of)
    .select(['outcome', (row) => row.fn.countAll<string>().as('trips')])
    .groupBy('outcome')
    .execute();
  const count = (outcome: 'unknown' | 'failed'): number =>
    Number(rows.find((row) => row.outcome === outcome)?.trips ?? 0);
  return { unknown: count('unknown'), failed: count('failed') };
}

/** The newest of these trips. */
export async function newestUndecided(
  db: Db,
  of: VersionSince & { readonly limit: number },
): Promise<{ driverId: string; tripId: string; at: Date }[]> {
  return undecidedSince(db, of)
    .select(['driverId', 'tripId', 'at'])
    .orderBy('at', 'desc')
    .orderBy('driverId')
    .orderBy('tripId')
    .limit(of.limit)
    .execute();
}

function undecidedSince(db: Db, { fleetId, rule, version, since }: VersionSince) {
  return db
    .selectFrom('trialUndecided')
    .where((row) => row.and({ fleetId, rule, version }))
    .where('at', '>=', since);
}
