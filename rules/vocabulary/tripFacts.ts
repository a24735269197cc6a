import { defineFact, defineRating, KNOWN_RATINGS, PARAMS } from './factDefinition.ts';
import type { FactDefinition } from './factDefinition.ts';
import { WEEKDAYS, instantMillis, localClock } from '../time/index.ts';
import type { Trip } from './trips/index.ts';

function ageSeconds({ endTime }: Trip, decidedAt: string): number | undefined {
  const [end, decided] = [instantMillis(endTime ?? ''), instantMillis(decidedAt)];
  return end === undefined || decided === undefined ? undefined : Math.round((decided - end) / 1000);
}

/** Facts that are read directly from the evaluated trip. */
const TRIP: readonly FactDefinition[] = [
  defineFact({
    name: 'trip.distance_km',
    type: 'number',
    unit: 'km',
    help: 'Length of the trip.',
    wire: 'distance_km',
    fromTrip: (trip) => trip.distanceKm,
    minimum: 0,
    examples: [{ operator: 'greaterThan', value: 1 }],
  }),
  defineFact({
    name: 'trip.duration_seconds',
    type: 'number',
    unit: 's',
    help: 'Duration of the trip as the service reports it; it can differ from end minus start.',
    wire: 'duration_seconds',
    fromTrip: (trip) => trip.durationSeconds,
    minimum: 0,
    examples: [{ operator: 'lessThan', value: 120 }],
  }),
  defineFact({
    name: 'trip.max_speed_kmph',
    type: 'number',
    unit: 'km/h',
    help: 'Highest speed reached in the trip.',
    wire: 'trip_max_speed_kmph',
    fromTrip: (trip) => trip.maxSpeedKmph,
    minimum: 0,
    examples: [{ operator: 'greaterThan', value: 140 }],
  }),
  defineFact({
    name: 'trip.start_time',
    type: 'time',
    help: 'When the trip started, ISO 8601 with UTC offset; compared as an instant.',
    wire: 'start_time',
    fromTrip: (trip) => trip.startTime,
    examples: [{ operator: 'greaterThanInclusive', value: '2026-03-01T00:00:00+01:00' }],
  }),
  defineFact({
    name: 'trip.end_time',
    type: 'time',
    help: 'When the trip ended, ISO 8601 with UTC offset; compared as an instant.',
    wire: 'end_time',
    fromTrip: (trip) => trip.endTime,
    examples: [{ operator: 'lessThan', value: '2026-04-01T00:00:00+02:00' }],
  }),
  defineFact({
    name: 'trip.local_hour',
    type: 'number',
    help: "Hour of the day in which the trip started, 0 to 23, on a clock at the trip's own UTC offset.",
    wire: 'start_time',
    fromTrip: (trip) => localClock(trip.startTime ?? '')?.hour,
    notSent: 'noStart',
    minimum: 0,
    maximum: 23,
    cycle: 24,
    examples: [{ operator: 'between', value: [0, 4] }],
  }),
  defineFact({
    name: 'trip.local_weekday',
    type: 'text',
    help: "Weekday on which the trip started, mon to sun, at the trip's own UTC offset.",
    wire: 'start_time',
    fromTrip: (trip) => localClock(trip.startTime ?? '')?.weekday,
    notSent: 'noStart',
    values: WEEKDAYS,
    examples: [{ operator: 'in', value: ['sat', 'sun'] }],
  }),
  defineFact({
    name: 'trip.age_seconds',
    type: 'number',
    unit: 's',
    help: "Time between the trip's end and the decision; large for a trip that was uploaded late.",
    wire: 'end_time',
    fromTrip: ageSeconds,
    notSent: 'noEnd',
    examples: [{ operator: 'lessThan', value: 86_400 }],
  }),
  defineFact({
    name: 'trip.session_id',
    type: 'text',
    help: 'Session that was live in the app when the trip was recorded.',
    wire: 'session_id',
    fromTrip: (trip) => trip.sessionId,
    examples: [{ operator: 'startsWith', value: 'delivery-' }],
  }),
  defineFact({
    name: 'trip.tracking_id',
    type: 'text',
    help: 'Tracking id of a trip recorded in manual mode.',
    wire: 'tracking_id',
    fromTrip: (trip) => trip.trackingId,
    examples: [{ operator: 'isKnown', value: true }],
  }),
  defineFact({
    name: 'trip.insurance_period',
    type: 'text',
    help: 'Insurance period of the trip.',
    wire: 'insurance_period',
    fromTrip: (trip) => trip.insurancePeriod,
    examples: [{ operator: 'equal', value: 'P2' }],
  }),
  defineFact({
    name: 'trip.score',
    type: 'number',
    unit: 'of 100',
    help: "The trip's score, 0 to 100, higher is better.",
    wire: 'service_score',
    fromTrip: (trip) => trip.score,
    minimum: 0,
    maximum: 100,
    rated: true,
    examples: [{ operator: 'lessThan', value: 60 }],
  }),
  ...KNOWN_RATINGS.map((rating) => defineRating('trip', rating)),
  {
    ...defineRating('trip', '*'),
    help: 'Any other rating the service sends for the trip, 1 to 5, 5 is best.',
  },
  defineFact({
    name: 'trip.path_points',
    type: 'number',
    help: "How many points the trip's path has.",
    plural: true,
    wire: 'simple_path',
    fromTrip: (trip) => trip.path?.length,
    notSent: 'noPath',
    minimum: 0,
    examples: [{ operator: 'lessThan', value: 5 }],
  }),
  defineFact({
    name: 'trip.speed_samples',
    type: 'number',
    help: "How many samples the trip's speed profile has.",
    plural: true,
    wire: 'speed_profile',
    fromTrip: (trip) => trip.speedProfile?.length,
    notSent: 'noSpeedProfile',
    minimum: 0,
    examples: [{ operator: 'lessThan', value: 5 }],
  }),
];

/** Facts about the trip's events. All of them are unknown if the service did not send the events. */
const TRIP_EVENTS: readonly FactDefinition[] = [
  defineFact({
    name: 'trip.events.count',
    type: 'number',
    help: 'How many events of a type the trip has.',
    plural: true,
    params: [PARAMS.type],
    minimum: 0,
    examples: [{ params: { type: 'COLLISION' }, operator: 'greaterThanInclusive', value: 1 }],
  }),
  defineFact({
    name: 'trip.events.duration_seconds',
    type: 'number',
    unit: 's',
    help: 'How long events of a type lasted together; events without both times are left out, and when none has them it is unknown.',
    params: [PARAMS.type],
    minimum: 0,
    examples: [{ params: { type: 'PHONE_USE' }, operator: 'greaterThan', value: 60 }],
  }),
  defineFact({
    name: 'trip.events.per_100km',
    type: 'number',
    unit: 'per 100 km',
    help: "Events of a type divided by the trip's distance, per 100 km; unknown for a trip without distance.",
    params: [PARAMS.type],
    minimum: 0,
    examples: [{ params: { type: 'HARD_BRAKE' }, operator: 'greaterThan', value: 10 }],
  }),
  defineFact({
    name: 'trip.events.max_excess_kmph',
    type: 'number',
    unit: 'km/h',
    help: 'Largest excess over the posted limit in an OVERSPEEDING event; 0 when there is no such event, unknown when none has both speeds.',
    minimum: 0,
    examples: [{ operator: 'greaterThanInclusive', value: 30 }],
  }),
  defineFact({
    name: 'trip.speeding_seconds',
    type: 'number',
    unit: 's',
    help: 'How long OVERSPEEDING events lasted together whose highest speed was more than over_kmph above the posted limit; the whole event counts, since only its highest speed is known.',
    params: [
      {
        name: 'over_kmph',
        kind: 'number',
        required: true,
        help: 'Excess over the posted limit that an event must be above, in km/h.',
        examples: [0, 20],
      },
    ],
    minimum: 0,
    examples: [{ params: { over_kmph: 20 }, operator: 'greaterThan', value: 60 }],
  }),
];

/** All facts about the trip itself that rules may use. */
export const TRIP_FACTS: readonly FactDefinition[] = [...TRIP, ...TRIP_EVENTS];
