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

/** A digest in progress, with the facts for its sections. */
export interface DigestWork {
  readonly deps: ActivityDependencies;
  readonly run: DigestRunFacts;
  readonly digest: Digest;
  /** Filter of the store's rows; the dates are added. */
  readonly scope: Omit<DigestScope, 'dates'>;
  /**
   * Totals of each range's drivers; `undefined` when they were not read to the end, so that the digest has no figures of them.
   */
  readonly totals: { readonly now?: DigestTotals; readonly before?: DigestTotals };
  /** Whether the drivers of both ranges are known. */
  readonly isCompared: boolean;
  /** Whether the fleet was connected when the period before began. Only then are its alerts and trips complete. */
  readonly isSeenBefore: boolean;
  /** The runs of the periods before this one; no dates when it is compared with another than the period before. */
  readonly earlier: EarlierRuns;
  /** Calls that read the drivers. */
  readonly listed: { readonly now: string; readonly before: string };
  readonly listedBoth: string;
}

/** Adds up the gathered facts of a run. */
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

/** Periods of the line, including this one. */
const LINE_PERIODS = 8;

/** Returns the periods of a run's line, the oldest first. */
export function linePeriods({ period, now }: DigestRunFacts): readonly StoredDates[] {
  return periodsEndingWith({ kind: period, now }, LINE_PERIODS);
}

/** Returns a sum over drivers. One driver without a value makes it unknown; no drivers make it 0. */
export function sumOf(sum: number | null, unknown: number): Value {
  return unknown > 0 ? valueOf(null) : valueOf(sum ?? 0);
}

function listedBy(dates: StoredDates, digest: Digest): string {
  const fields = ['info', 'driving_behavior'];
  const [first, ...others] = digest.groups ?? [undefined];
  const call = callSource('/v3/drivers', { dates, fields, group: first });
  return others.length === 0 ? call : `${call} (and with group_id ${others.join(', ')})`;
}

/** A value, or the reason why there is none. */
export type Value = { readonly value: number } | { readonly missing: Missing };

/** A value that the service did not give. */
export const NOT_KNOWN: Value = { missing: 'not_known' };
/** A value that could not be read. */
export const UNAVAILABLE: Value = { missing: 'unavailable' };

/** Returns a value that the service may not have given. */
export function valueOf(value: number | null | undefined): Value {
  return value === null || value === undefined ? NOT_KNOWN : { value: rounded(value) };
}

/** Returns a figure with its source. */
export function figure(value: Value, source: string): Figure {
  return 'value' in value ? { value: value.value, source } : { value: null, missing: value.missing, source };
}

/** Returns a figure beside the one of the period before. It has a change only when both are known. */
export function compared(now: Value, before: Value, source: string): ComparedFigure {
  const earlier = 'value' in before ? before.value : null;
  const isBoth = 'value' in now && earlier !== null;
  return {
    ...figure(now, source),
    before: earlier,
    change: isBoth ? rounded(now.value - earlier) : null,
  };
}

/** Returns a figure of the drivers' totals in both periods. */
export function comparedTotals(
  { totals, listedBoth }: DigestWork,
  read: (totals: DigestTotals) => Value,
): ComparedFigure {
  const of = (range: DigestTotals | undefined): Value => (range ? read(range) : UNAVAILABLE);
  return compared(of(totals.now), of(totals.before), querySource('digestTotals', listedBoth));
}

/** Returns the trips of a range's drivers. */
export function tripsOf({ trips, tripsUnknown }: DigestTotals): Value {
  return sumOf(trips, tripsUnknown);
}

/** Returns the value without the rounding errors of floating point. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Returns events of a type per 100 km; `null` without kilometres. */
export function per100Km(events: TripEvents | undefined, eventType: string): number | null {
  if (!events || events.distanceKm <= 0) return null;
  return rounded(((events.counts[eventType] ?? 0) / events.distanceKm) * 100);
}

/** Returns a call of the service as a person can repeat it; the key is never in it. */
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

/** Returns a query of our own by its name, with the data that it covers. */
export function querySource(name: string, over: string): string {
  return `query ${name}: ${over}`;
}

/**
 * Milliseconds after a run began for which it waits for the service. Then the digest is sent without the missing data and says
 * so, because on a Monday morning a gap is better than no digest. A person waits for a preview, so seconds matter there.
 */
const RETRY_FOR_MS: Readonly<Record<DigestRunFacts['origin'], number>> = {
  scheduled: 2 * 3_600_000,
  on_demand: 10 * 60_000,
  preview: 20_000,
};

/** Returns whether a run still waits for a service that does not answer. */
export function mayRetry(run: Pick<DigestRunFacts, 'origin' | 'createdAt'>, now: Date): boolean {
  return now.getTime() < run.createdAt.getTime() + RETRY_FOR_MS[run.origin];
}

/**
 * Fails a run whose fleet is no longer configured, once it was waited for. No recipient can be notified without the fleet, and
 * news of last week is of no use whenever the fleet is back.
 * @throws ApplicationFailure (not worth a retry)
 */
export function unlessGone(
  { fleets, now }: Pick<ActivityDependencies, 'fleets' | 'now'>,
  run: Pick<DigestRunFacts, 'fleetId' | 'origin' | 'createdAt'>,
): void {
  if (fleets.has(run.fleetId) || mayRetry(run, now()) || !isGoneEverywhere(now())) return;
  throw ApplicationFailure.nonRetryable(new UnknownFleetError(run.fleetId).message, 'fleet_gone');
}
