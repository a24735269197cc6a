import { ApplicationFailure } from '@temporalio/common';
import type { ComparedFigure, Figure, Missing } from '../../messages/digests/index.ts';
import { periodsEndingWith } from '../../rules/digests/index.ts';
import type { Digest } from '../../rules/documents/index.ts';
import { digestTotals, instantsOf } from '../../store/digests/index.ts';
import { knownSince } from '../../store/reconcile/index.ts';
import type {
  DigestRunFacts,
  DigestScope,
  EarlierRuns,
  DigestTotals,
  StoredDates,
  TripEvents,
} from '../../store/digests/index.ts';
import { UnknownFleetError } from '../dependencies/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { isGoneEverywhere } from '../resilience/index.ts';

/** A digest that is being composed, with the data that its sections need. */
export interface DigestWork {
  readonly deps: ActivityDependencies;
  readonly run: DigestRunFacts;
  readonly digest: Digest;
  /** Filter for the digest's rows in the store, still without the dates. */
  readonly scope: Omit<DigestScope, 'dates'>;
  /**
   * Totals over the drivers of each period. A total is absent when the drivers could not all be read; the digest then shows no
   * figures of that period's drivers.
   */
  readonly totals: { readonly now?: DigestTotals; readonly before?: DigestTotals };
  /** Whether the drivers of both periods are known, so that they can be compared. */
  readonly isCompared: boolean;
  /**
   * Whether the fleet was already connected when the previous period began. Otherwise that period's alerts and trips are
   * incomplete.
   */
  readonly isSeenBefore: boolean;
  /** Earlier runs, for comparison. Without dates if the digest is compared with a period other than the previous one. */
  readonly earlier: EarlierRuns;
  /** Calls to the service that read the drivers of each period, as sources of the figures. */
  readonly listed: { readonly now: string; readonly before: string };
  readonly listedBoth: string;
}

/** Adds up the data that a run gathered. */
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
  const line = linePeriods(run).slice(0, -1);
  const lastDates = line.at(-1)?.to === run.before.to ? line.map(({ to }) => to) : [];
  return {
    deps,
    run,
    digest,
    scope,
    earlier: { ...run, lastDates, groups: scope.groups },
    listed,
    totals: { ...(now ? { now } : {}), ...(before ? { before } : {}) },
    isCompared: now !== undefined && before !== undefined,
    isSeenBefore: since === undefined || since <= instantsOf(run.before).from,
    listedBoth: `${listed.now} and ${listed.before}`,
  };
}

/** Number of periods in a trend line, including the current one. */
const LINE_PERIODS = 8;

/** Returns the periods of a run's trend line, oldest first. */
export function linePeriods({ period, now }: DigestRunFacts): readonly StoredDates[] {
  return periodsEndingWith({ kind: period, now }, LINE_PERIODS);
}

/** Returns a sum over drivers. The sum is unknown if any driver's value is unknown, and 0 without drivers. */
export function sumOf(sum: number | null, unknown: number): Value {
  return unknown > 0 ? valueOf(null) : valueOf(sum ?? 0);
}

function listedBy(dates: StoredDates, digest: Digest): string {
  const fields = ['info', 'driving_behavior'];
  const [first, ...others] = digest.groups ?? [undefined];
  const call = callSource('/v3/drivers', { dates, fields, group: first });
  return others.length === 0 ? call : `${call} (and with group_id ${others.join(', ')})`;
}

/** A value, or the reason why it is missing. */
export type Value = { readonly value: number } | { readonly missing: Missing };

/** A value that the service did not return. */
export const NOT_KNOWN: Value = { missing: 'not_known' };
/** A value that could not be read. */
export const UNAVAILABLE: Value = { missing: 'unavailable' };

/** Converts a value that the service may not have returned. */
export function valueOf(value: number | null | undefined): Value {
  return value === null || value === undefined ? NOT_KNOWN : { value: rounded(value) };
}

/** Returns a figure (a value with its source). */
export function figure(value: Value, source: string): Figure {
  return 'value' in value ? { value: value.value, source } : { value: null, missing: value.missing, source };
}

/** Returns a figure with the value of the previous period. Its `change` is set only if both values are known. */
export function compared(now: Value, before: Value, source: string): ComparedFigure {
  const earlier = 'value' in before ? before.value : null;
  const isBoth = 'value' in now && earlier !== null;
  return {
    ...figure(now, source),
    before: earlier,
    change: isBoth ? rounded(now.value - earlier) : null,
  };
}

/** Returns a figure of the drivers' totals, compared over both periods. */
export function comparedTotals(
  { totals, listedBoth }: DigestWork,
  read: (totals: DigestTotals) => Value,
): ComparedFigure {
  const of = (range: DigestTotals | undefined): Value => (range ? read(range) : UNAVAILABLE);
  return compared(of(totals.now), of(totals.before), querySource('digestTotals', listedBoth));
}

/** Returns the number of trips of a period's drivers. */
export function tripsOf({ trips, tripsUnknown }: DigestTotals): Value {
  return sumOf(trips, tripsUnknown);
}

/** Rounds to six decimal places, to remove the errors of floating-point arithmetic. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Returns the number of events of a type per 100 km; `null` without kilometres. */
export function per100Km(events: TripEvents | undefined, eventType: string): number | null {
  if (!events || events.distanceKm <= 0) return null;
  return rounded(((events.counts[eventType] ?? 0) / events.distanceKm) * 100);
}

/** Returns a call to the service as the source of a figure, in a form that a person can repeat. It never contains the API key. */
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

/** Returns one of Tripline's own queries as the source of a figure, with the data that it covers. */
export function querySource(name: string, over: string): string {
  return `query ${name}: ${over}`;
}

/**
 * Milliseconds from the start of a run for which it waits for the service. After that, the digest is sent without the missing
 * data and says so, because on a Monday morning a gap is better than no digest. A preview waits only seconds, because a person is
 * waiting for it.
 */
const RETRY_FOR_MS: Readonly<Record<DigestRunFacts['origin'], number>> = {
  scheduled: 2 * 3_600_000,
  on_demand: 10 * 60_000,
  preview: 20_000,
};

/** Returns whether a run still waits when the service does not answer. */
export function mayRetry(run: Pick<DigestRunFacts, 'origin' | 'createdAt'>, now: Date): boolean {
  return now.getTime() < run.createdAt.getTime() + RETRY_FOR_MS[run.origin];
}

/**
 * Fails a run whose fleet is no longer configured, after waiting for the fleet. Without the fleet no recipient can be notified,
 * and an old digest would be useless once the fleet is back.
 * @throws ApplicationFailure (not worth a retry)
 */
export function unlessGone(
  { fleets, now }: Pick<ActivityDependencies, 'fleets' | 'now'>,
  run: Pick<DigestRunFacts, 'fleetId' | 'origin' | 'createdAt'>,
): void {
  if (fleets.has(run.fleetId) || mayRetry(run, now()) || !isGoneEverywhere(now())) return;
  throw ApplicationFailure.nonRetryable(new UnknownFleetError(run.fleetId).message, 'fleet_gone');
}
