import type { Digest } from '../rules/digest.ts';
import type { DigestScope } from '../store/digestDriving.ts';
import type { DigestRunFacts, StoredDates } from '../store/digestRuns.ts';
import { digestTotals } from '../store/digestTotals.ts';
import type { DigestTotals } from '../store/digestTotals.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { callSource, valueOf } from './digestFigures.ts';
import type { Value } from './digestFigures.ts';

/** One digest at work: what its sections are made of. */
export interface DigestWork {
  readonly deps: ActivityDependencies;
  readonly run: DigestRunFacts;
  readonly digest: Digest;
  /** What the store's rows are looked at for; the dates are put in. */
  readonly scope: Omit<DigestScope, 'dates'>;
  /** What the drivers of each range add up to; undefined: they were not read to the end, so nothing is said of them. */
  readonly totals: { readonly now?: DigestTotals; readonly before?: DigestTotals };
  /** Whether the drivers of both ranges are known. */
  readonly isCompared: boolean;
  /** Calls by which the drivers were read. */
  readonly listed: { readonly now: string; readonly before: string };
  readonly listedBoth: string;
  /** The trips of a range: not known when one driver's are not. */
  tripsOf(totals: DigestTotals): Value;
}

/** Adds up what was gathered. */
export async function digestWork(
  deps: ActivityDependencies,
  run: DigestRunFacts,
  digest: Digest,
): Promise<DigestWork> {
  const scope = { fleetId: run.fleetId, runId: run.id, groups: digest.groups ?? null };
  const add = async (range: 'now' | 'before'): Promise<DigestTotals | undefined> =>
    run.gathered[range]?.complete
      ? digestTotals(deps.db, { ...scope, range, dates: run[range], minTrips: digest.min_trips })
      : undefined;
  const [now, before] = [await add('now'), await add('before')];
  const listed = { now: listedBy(run.now, digest), before: listedBy(run.before, digest) };
  return {
    ...{ deps, run, digest, scope, listed },
    totals: { ...(now ? { now } : {}), ...(before ? { before } : {}) },
    isCompared: now !== undefined && before !== undefined,
    listedBoth: `${listed.now} and ${listed.before}`,
    tripsOf: ({ trips, tripsUnknown }) => sumOf(trips, tripsUnknown),
  };
}

/** A sum over drivers. One driver who does not say makes it unknown; no drivers make it 0. */
export function sumOf(sum: number | null, unknown: number): Value {
  return unknown > 0 ? valueOf(null) : valueOf(sum ?? 0);
}

function listedBy(dates: StoredDates, digest: Digest): string {
  const fields = ['info', 'driving_behavior'];
  const [first, ...others] = digest.groups ?? [undefined];
  const call = callSource('/v3/drivers', { dates, fields, group: first });
  return others.length === 0 ? call : `${call} (and with group_id ${others.join(', ')})`;
}
