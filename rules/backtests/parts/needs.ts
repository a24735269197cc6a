import { needsReading, ruleAlertsOf, spanDays, windowOf } from '../../facts/index.ts';
import type { EventWindow, RuleAlertWindow } from '../../facts/index.ts';
import { chooseEventType, textParam } from '../../vocabulary/index.ts';
import type { EventTypeChoice, FactRequest } from '../../vocabulary/index.ts';

/** Parts of a stored trip that are costly to read, so that they are read only if a fact needs them. */
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

/** An event type by name, and by code if the code is known. */
export type EventTypeKey = Pick<EventTypeChoice, 'typeName' | 'typeCode'>;

/** The stored data that a back-test has to read. */
export interface BacktestNeeds {
  readonly parts: ReadonlySet<TripPart>;
  /** The types of events to read. */
  readonly eventTypes: readonly EventTypeKey[];
  /**
   * `none`: no events are read. `count`: only the number of events of each type in a trip. `each`: also the time and speed of
   * each event.
   */
  readonly events: 'none' | 'count' | 'each';
  readonly windows: readonly EventWindow[];
  /** Whether a window needs the distance or time driven. */
  readonly rates: boolean;
  /** Seconds of driver history to read before the first trip. 0: no history is read. */
  readonly longestWindowSeconds: number;
  /** Days before a trip's end for which the driver's score readings are needed. Undefined: none are needed. */
  readonly readingDays?: number;
  /** Days before a trip's end for which scores of the fleet and of groups are needed. Undefined: none are needed. */
  readonly scoreDays?: number;
  readonly ruleAlerts: readonly RuleAlertWindow[];
}

/** Parts by fact. A fact that is not listed gets all parts if its name starts with `trip.`. */
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

/** Facts that need the time and speed of each event, with the event type if the fact is about one type. */
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

/** Returns the data that the requested facts need, and nothing else. */
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

/** Facts about the score of a fleet or group. A score change needs the scores of two dates. */
const SCORE_FACT = /^(?:fleet|group)\.score(_change)?$/;

function scoreDaysOf(requests: readonly FactRequest[]): Pick<BacktestNeeds, 'scoreDays'> {
  const spans = requests.flatMap((request) => {
    const fact = SCORE_FACT.exec(request.fact);
    return fact ? [fact[1] === undefined ? 0 : spanDays(request)] : [];
  });
  return spans.length === 0 ? {} : { scoreDays: Math.max(...spans) };
}
