import { ApplicationFailure } from '@temporalio/common';
import type { ComparedFigure, Figure, Missing } from '../../messages/digests/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import { digestTotals, instantsOf } from '../../store/digests/index.ts';
import { knownSince } from '../../store/reconcile/index.ts';
import type { DigestRunFacts, DigestScope, DigestTotals, StoredDates } from '../../store/digests/index.ts';
import { UnknownFleetError } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { isGoneEverywhere } from '../resilience/index.ts';

/** One digest at work: what its sections are made of. */
export interface DigestWork {
  readonly deps: ActivityDependencies;
  readonly run: DigestRunFacts;
  readonly digest: Digest;
  /** What the store's rows are checked for; the dates are put in. */
  readonly scope: Omit<DigestScope, 'dates'>;
  /** What the drivers of each range add up to; undefined: they were not read to the end, so nothing is said about them. */
  readonly totals: { readonly now?: DigestTotals; readonly before?: DigestTotals };
  /** Whether the drivers of both ranges are known. */
  readonly isCompared: boolean;
  /** Whether the fleet was connected when the period before began: only then are its alerts and trips those of all of it. */
  readonly isSeenBefore: boolean;
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
  const since = await knownSince(deps.db, run.fleetId);
  const listed = { now: listedBy(run.now, digest), before: listedBy(run.before, digest) };
  return {
    ...{ deps, run, digest, scope, listed },
    totals: { ...(now ? { now } : {}), ...(before ? { before } : {}) },
    isCompared: now !== undefined && before !== undefined,
    isSeenBefore: since === undefined || since <= instantsOf(run.before).from,
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

/** A value, or why there is none. */
export type Value = { readonly value: number } | { readonly missing: Missing };

/** A value that the service did not give. */
export const NOT_KNOWN: Value = { missing: 'not_known' };
/** A value that could not be read. */
export const UNAVAILABLE: Value = { missing: 'unavailable' };

/** A value that may be absent. */
export function valueOf(value: number | null | undefined): Value {
  return value === null || value === undefined ? NOT_KNOWN : { value: rounded(value) };
}

/** A figure and where it is from. */
export function figure(value: Value, source: string): Figure {
  return 'value' in value ? { value: value.value, source } : { value: null, missing: value.missing, source };
}

/** A figure beside the one of the period before. A change there is only between two that are known. */
export function compared(now: Value, before: Value, source: string): ComparedFigure {
  const earlier = 'value' in before ? before.value : null;
  const isBoth = 'value' in now && earlier !== null;
  return {
    ...figure(now, source),
    before: earlier,
    change: isBoth ? rounded(now.value - earlier) : null,
  };
}

/** Without the dust of floating point. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** A call of the service as a person can repeat it; the key is never in it. */
export function callSource(
  path: '/v3/score' | '/v3/drivers',
  query: {
    readonly dates: StoredDates;
    readonly fields: readonly string[];
    readonly group?: string | undefined;
  },
): string {
  const fields = query.fields.join(',');
  const group = query.group === undefined ? '' : `&group_id=${encodeURIComponent(query.group)}`;
  return `GET ${path}?start_date=${query.dates.from}&end_date=${query.dates.to}&fields=${fields}${group}`;
}

/** A query of our own by its name, and what it counted. */
export function querySource(name: string, over: string): string {
  return `query ${name}: ${over}`;
}

/**
 * How long after a run began the service is waited for. Then the digest goes without what could not be read, and says so:
 * on a Monday morning a digest with a gap is better than none, and for someone who reads a preview seconds count.
 */
const RETRY_FOR_MS: Readonly<Record<DigestRunFacts['origin'], number>> = {
  scheduled: 2 * 3_600_000,
  on_demand: 10 * 60_000,
  preview: 20_000,
};

/** Whether a run still waits for a service that does not answer. */
export function mayRetry(run: Pick<DigestRunFacts, 'origin' | 'createdAt'>, now: Date): boolean {
  return now.getTime() < run.createdAt.getTime() + RETRY_FOR_MS[run.origin];
}

/**
 * Ends what makes a run whose fleet is not configured any more, once it was waited for: without its fleet nobody can be notified,
 * and what is about last week is of no use whenever that is back.
 * @throws ApplicationFailure (for good)
 */
export function unlessGone(
  { fleets, now }: Pick<ActivityDependencies, 'fleets' | 'now'>,
  run: Pick<DigestRunFacts, 'fleetId' | 'origin' | 'createdAt'>,
): void {
  if (fleets.has(run.fleetId) || mayRetry(run, now()) || !isGoneEverywhere(now())) return;
  throw ApplicationFailure.nonRetryable(new UnknownFleetError(run.fleetId).message, 'fleet_gone');
}
