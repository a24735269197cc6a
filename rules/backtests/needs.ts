import { needsReading, ruleAlertsOf, spanDays, windowOf } from '../facts/index.ts';
import type { EventWindow, RuleAlertWindow } from '../facts/index.ts';
import { chooseEventType, textParam } from '../vocabulary/index.ts';
import type { EventTypeChoice, FactRequest } from '../vocabulary/index.ts';

/** Parts of a stored trip that cost something to read. */
export type TripPart =
  | 'distanceKm'
  | 'durationSeconds'
  | 'maxSpeedKmph'
  | 'startTime'
  | 'endTime'
  | 'sessionId'
  | 'trackingId'
  | 'insurancePeriod'
  | 'score'
  | 'ratings'
  | 'sections';

/** An event type, by name and perhaps by code. */
export type EventTypeKey = Pick<EventTypeChoice, 'typeName' | 'typeCode'>;

/** What of the stored trips some facts need. */
export interface BacktestNeeds {
  readonly parts: ReadonlySet<TripPart>;
  /** The types of events to read. */
  readonly eventTypes: readonly EventTypeKey[];
  /** `count`: how many of each type a trip has is enough. `each`: their times and speeds are asked for. */
  readonly events: 'none' | 'count' | 'each';
  readonly windows: readonly EventWindow[];
  /** Whether a window's distance or time driven is asked for. */
  readonly rates: boolean;
  /** How long before the first trip its driver's history is read; 0: not at all. */
  readonly longestWindowSeconds: number;
  /** How many days before a trip's end its driver's readings are asked for; undefined: none are. */
  readonly readingDays?: number;
  /** The same of the scores of the fleet and of groups. */
  readonly scoreDays?: number;
  readonly ruleAlerts: readonly RuleAlertWindow[];
}

/** Parts by fact; a fact that is not listed and starts with `trip.` is given all of them. */
const PARTS: ReadonlyMap<string, readonly TripPart[]> = new Map<string, readonly TripPart[]>([
  ['trip.distance_km', ['distanceKm']],
  ['trip.duration_seconds', ['durationSeconds']],
  ['trip.max_speed_kmph', ['maxSpeedKmph']],
  ['trip.start_time', ['startTime']],
  ['trip.local_hour', ['startTime']],
  ['trip.local_weekday', ['startTime']],
  ['trip.end_time', ['endTime']],
  ['trip.age_seconds', ['endTime']],
  ['trip.session_id', ['sessionId']],
  ['trip.tracking_id', ['trackingId']],
  ['trip.insurance_period', ['insurancePeriod']],
  ['trip.score', ['score']],
  ['trip.path_points', ['sections']],
  ['trip.speed_samples', ['sections']],
  ['trip.events.count', []],
  ['trip.events.duration_seconds', []],
  ['trip.events.per_100km', ['distanceKm']],
  ['trip.events.max_excess_kmph', []],
  ['trip.speeding_seconds', []],
]);

const ALL_PARTS: readonly TripPart[] = [...new Set([...PARTS.values()].flat()), 'ratings'];

/** Facts that read each event. */
const EACH_EVENT: ReadonlyMap<string, string | undefined> = new Map([
  ['trip.events.duration_seconds', undefined],
  ['trip.events.max_excess_kmph', 'OVERSPEEDING'],
  ['trip.speeding_seconds', 'OVERSPEEDING'],
]);

function partsOf(request: FactRequest): readonly TripPart[] {
  if (request.fact.startsWith('trip.') && request.fact.endsWith('_rating')) return ['ratings'];
  const parts = PARTS.get(request.fact);
  if (parts) return parts;
  // Readings are looked up by the UTC date of the trip's end.
  return request.fact.startsWith('trip.') ? ALL_PARTS : ['endTime'];
}

function eventTypeOf(request: FactRequest): EventTypeKey | undefined {
  const name = EACH_EVENT.get(request.fact) ?? textParam(request, 'type');
  return name === '' ? undefined : chooseEventType(/^\d+$/.test(name) ? Number(name) : name);
}

/** What has to be read for the requests, and nothing that none of them needs. */
export function needsOf(requests: readonly FactRequest[]): BacktestNeeds {
  const windows = new Map<string, EventWindow>();
  const eventTypes = new Map<string, EventTypeKey>();
  for (const request of requests) {
    const window = windowOf(request);
    if (window) windows.set(window.key, window);
    const type = eventTypeOf(request);
    if (type) eventTypes.set(type.typeName, { typeName: type.typeName, ...codeOf(type) });
  }
  const parts = new Set(requests.flatMap(partsOf));
  const rates = requests.some(({ fact }) => /^driver\.events\.per_/.test(fact));
  if (rates) for (const part of ['distanceKm', 'durationSeconds'] as const) parts.add(part);
  const readsEachEvent = requests.some(({ fact }) => EACH_EVENT.has(fact));
  return {
    parts,
    eventTypes: [...eventTypes.values()],
    events: eventTypes.size === 0 ? 'none' : readsEachEvent ? 'each' : 'count',
    windows: [...windows.values()],
    rates,
    longestWindowSeconds: Math.max(0, ...[...windows.values()].map((window) => window.windowSeconds)),
    ...readingDaysOf(requests),
    ...scoreDaysOf(requests),
    ruleAlerts: requests.flatMap((request) => ruleAlertsOf(request) ?? []),
  };
}

function codeOf(type: EventTypeKey): Pick<EventTypeKey, 'typeCode'> {
  return type.typeCode === undefined ? {} : { typeCode: type.typeCode };
}

function readingDaysOf(requests: readonly FactRequest[]): Pick<BacktestNeeds, 'readingDays'> {
  const asking = requests.filter(needsReading);
  const spans = asking.map((request) => (request.fact === 'driver.score_change' ? spanDays(request) : 0));
  return asking.length === 0 ? {} : { readingDays: Math.max(...spans) };
}

/** Facts of a fleet's or group's score; those of a change ask for two dates. */
const SCORE_FACT = /^(?:fleet|group)\.score(_change)?$/;

function scoreDaysOf(requests: readonly FactRequest[]): Pick<BacktestNeeds, 'scoreDays'> {
  const spans = requests.flatMap((request) => {
    const fact = SCORE_FACT.exec(request.fact);
    return fact ? [fact[1] === undefined ? 0 : spanDays(request)] : [];
  });
  return spans.length === 0 ? {} : { scoreDays: Math.max(...spans) };
}
