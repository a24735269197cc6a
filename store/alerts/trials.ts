import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { RuleDecision } from '../../rules/evaluation/index.ts';
import type { Db } from '../db/index.ts';
import type { TrialAlertsTable, TripKey } from '../tables/index.ts';
import { countTripsDecided } from '../trips/index.ts';
import { LEFT_OUT_LIVE } from './alerts.ts';

/** Records the alerts that a rule on trial would have raised: once a trip and version. */
export async function recordTrialAlert(db: Db, row: Insertable<TrialAlertsTable>): Promise<void> {
  await db
    .insertInto('trialAlerts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A trip on which one version alerted and the other did not. */
export interface TrialExample {
  readonly driverId: string;
  readonly tripId: string;
  readonly at: Date;
}

/** The alerts that each side would have sent, after throttle and budget. */
export interface TrialComparison {
  readonly new: number;
  readonly old: number;
  readonly both: number;
  readonly onlyNew: readonly TrialExample[];
  readonly onlyOld: readonly TrialExample[];
  /** Trips decided since. */
  readonly trips: number;
  /** Trips that a version could not decide, or failed on: counted on neither side. */
  readonly undecided: { readonly new: UndecidedCounts; readonly old: UndecidedCounts };
  /** Undecided trips of the version on trial. */
  readonly notDecided: readonly TrialExample[];
}

/** Newest trips shown a side. */
const MOST_EXAMPLES = 10;

/**
 * Compares a version on trial with the published one, by trips since an instant. A trip that was reported of before is left out:
 * for the trial it would be new, and only because the trial was not there yet.
 */
export async function compareTrial(
  db: Db,
  args: VersionSince & { readonly published: number },
): Promise<TrialComparison> {
  const { fleetId, rule, version, since } = args;
  const sides = sql`
    with tried as (
      select driver_id, trip_id, at from trial_alerts
      where fleet_id = ${fleetId} and rule = ${rule} and version = ${version} and passed_budget and at >= ${since}
        and not ${LEFT_OUT_LIVE} and not exists (
          select from alerts a where a.fleet_id = ${fleetId} and a.driver_id = trial_alerts.driver_id
            and a.trip_id = trial_alerts.trip_id and a.rule = ${rule} and a.at < ${since})
    ), counting as (
      select driver_id, trip_id, at from alerts
      where fleet_id = ${fleetId} and rule = ${rule} and passed_budget and at >= ${since}
    ), sides as (
      select driver_id, trip_id, coalesce(t.at, c.at) as at, t.at is not null as is_new, c.at is not null as is_old
      from tried t full join counting c using (driver_id, trip_id)
    )`;
  const counts = await sql<Record<'new' | 'old' | 'both', number>>`${sides}
    select count(*) filter (where is_new)::int as new, count(*) filter (where is_old)::int as old,
      count(*) filter (where is_new and is_old)::int as both
    from sides`.execute(db);
  const only = async (side: 'is_new' | 'is_old'): Promise<TrialExample[]> => {
    const { rows } = await sql<TrialExample>`${sides}
      select driver_id, trip_id, at from sides
      where ${sql.ref(side)} and not (is_new and is_old)
      order by at desc, driver_id, trip_id limit ${MOST_EXAMPLES}`.execute(db);
    return rows;
  };
  return {
    ...counts.rows[0]!,
    onlyNew: await only('is_new'),
    onlyOld: await only('is_old'),
    trips: await countTripsDecided(db, { fleetId, since }),
    undecided: {
      new: await countUndecided(db, args),
      old: await countUndecided(db, { ...args, version: args.published }),
    },
    notDecided: await newestUndecided(db, { ...args, limit: MOST_EXAMPLES }),
  };
}

/** One version's outcome for a trip. */
type Outcome = Pick<RuleDecision, 'rule' | 'version' | 'outcome'>;

/** Returns whether a version could not be decided, or its evaluation failed. */
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
    fleetId,
    driverId,
    tripId,
    rule,
    version,
    outcome,
    at,
  }));
  if (rows.length > 0) await db.insertInto('trialUndecided').values(rows).execute();
}

/** Trips that one version could not decide, and trips on which its evaluation failed. */
interface UndecidedCounts {
  readonly unknown: number;
  readonly failed: number;
}

/** The key of a version, and the time from which on it is checked. */
interface VersionSince {
  readonly fleetId: string;
  readonly rule: string;
  readonly version: number;
  readonly since: Date;
}

/** Counts the trips since an instant that a version left undecided. */
async function countUndecided(db: Db, of: VersionSince): Promise<UndecidedCounts> {
  const rows = await undecidedSince(db, of)
    .select(['outcome', (row) => row.fn.countAll<string>().as('trips')])
    .groupBy('outcome')
    .execute();
  const count = (outcome: 'unknown' | 'failed'): number =>
    Number(rows.find((row) => row.outcome === outcome)?.trips ?? 0);
  return { unknown: count('unknown'), failed: count('failed') };
}

/** Returns the newest trips that a version could not decide. */
async function newestUndecided(
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
