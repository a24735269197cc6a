import { defineFact, defineRating, KNOWN_RATINGS, PARAMS } from './factDefinition.ts';
import type { FactDefinition } from './factDefinition.ts';
import { DAY_SECONDS, dateMillis } from '../time/index.ts';
import type { DriverReading } from './trips/index.ts';

function tenureDays({ driverStartDate }: DriverReading, date: string | undefined): number | undefined {
  const [started, end] = [dateMillis(driverStartDate ?? ''), dateMillis(date ?? '')];
  return started === undefined || end === undefined
    ? undefined
    : Math.round((end - started) / (DAY_SECONDS * 1000));
}

function missingData({ devices }: DriverReading): string[] | undefined {
  return devices && [...new Set(devices.flatMap((device) => device.missingData))];
}

/** Facts from the driver's score reading, which is the service's data about the driver on the UTC date of the trip's end. */
const READING: readonly FactDefinition[] = [
  defineFact({
    name: 'driver.score',
    type: 'number',
    unit: 'of 100',
    help: "The driver's score on the UTC date of the trip's end, 0 to 100, higher is better.",
    wire: 'service_score',
    minimum: 0,
    maximum: 100,
    rated: true,
    fromReading: (reading) => reading.score,
    examples: [{ operator: 'lessThan', value: 60 }],
  }),
  defineFact({
    name: 'driver.score_change',
    type: 'number',
    unit: 'points',
    help: "The driver's score on the UTC date of the trip's end minus the score that many days earlier, or right after Tripline last deleted a trip of the driver in between; negative is a drop.",
    params: [PARAMS.over],
    minimum: -100,
    maximum: 100,
    examples: [{ params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 }],
  }),
  ...KNOWN_RATINGS.map((rating) => defineRating('driver', rating)),
  {
    ...defineRating('driver', '*'),
    help: 'Any other rating the service sends for the driver, 1 to 5, 5 is best.',
  },
  defineFact({
    name: 'driver.trip_count',
    type: 'number',
    help: "How many trips the driver made in the score period, the days up to the UTC date of the trip's end.",
    plural: true,
    wire: 'trip_count',
    minimum: 0,
    fromReading: (reading) => reading.tripCount,
    examples: [{ operator: 'greaterThanInclusive', value: 3 }],
  }),
  defineFact({
    name: 'driver.distance_km',
    type: 'number',
    unit: 'km',
    help: "How far the driver drove in the score period, the days up to the UTC date of the trip's end.",
    wire: 'distance_km',
    minimum: 0,
    fromReading: (reading) => reading.distanceKm,
    examples: [{ operator: 'greaterThan', value: 50 }],
  }),
  defineFact({
    name: 'driver.duration_seconds',
    type: 'number',
    unit: 's',
    help: "How long the driver drove in the score period, the days up to the UTC date of the trip's end.",
    wire: 'duration_seconds',
    minimum: 0,
    fromReading: (reading) => reading.durationSeconds,
    examples: [{ operator: 'greaterThan', value: 144_000 }],
  }),
  defineFact({
    name: 'driver.start_date',
    type: 'date',
    help: 'Date on which the service first saw data from the driver.',
    wire: 'driver_start_date',
    fromReading: (reading) => reading.driverStartDate,
    examples: [{ operator: 'greaterThan', value: '2026-01-01' }],
  }),
  defineFact({
    name: 'driver.tenure_days',
    type: 'number',
    unit: 'days',
    help: "Days between the driver's start date and the UTC date of the trip's end.",
    wire: 'driver_start_date',
    fromReading: tenureDays,
    examples: [{ operator: 'lessThan', value: 30 }],
  }),
  defineFact({
    name: 'driver.highway_ratio',
    type: 'number',
    help: 'Fraction of the driver’s trips recorded on highways, 0 to 1.',
    wire: 'highway_ratio',
    minimum: 0,
    maximum: 1,
    fromReading: (reading) => reading.highwayRatio,
    examples: [{ operator: 'greaterThan', value: 0.8 }],
  }),
  defineFact({
    name: 'driver.night_driving_fraction',
    type: 'number',
    help: 'Fraction of the driver’s driving between midnight and 4 in the morning local time, 0 to 1.',
    wire: 'night_driving_fraction',
    minimum: 0,
    maximum: 1,
    fromReading: (reading) => reading.nightDrivingFraction,
    examples: [{ operator: 'greaterThan', value: 0.2 }],
  }),
  defineFact({
    name: 'driver.devices_missing_data',
    type: 'list',
    help: 'Sensors that any of the driver’s devices lacks, such as the gyroscope.',
    plural: true,
    wire: 'device_info',
    fromReading: missingData,
    examples: [{ operator: 'contains', value: 'gyroscope' }],
  }),
  defineFact({
    name: 'driver.attributes',
    type: 'object',
    help: 'What the fleet itself has stored about the driver; say which attribute with "path", such as $.depot.',
    wire: 'attributes',
    fromReading: (reading) => reading.attributes,
    examples: [
      { path: '$.depot', operator: 'equal', value: 'north' },
      { path: '$.vehicle.tonnes', operator: 'greaterThan', value: 3.5 },
    ],
  }),
];

/** Facts that are counted from stored events in a window. The window ends at the trip's end and includes the trip. */
const WINDOWS: readonly FactDefinition[] = [
  defineFact({
    name: 'driver.events.count',
    type: 'number',
    help: 'How many events of a type the driver had in the window that ends with the trip, this trip included; a lower bound while events of some trips are missing.',
    plural: true,
    params: [PARAMS.type, PARAMS.window],
    minimum: 0,
    examples: [{ params: { type: 'PHONE_USE', window: '7d' }, operator: 'greaterThanInclusive', value: 3 }],
  }),
  defineFact({
    name: 'driver.events.per_100km',
    type: 'number',
    unit: 'per 100 km',
    help: 'Events of a type in the window divided by the distance driven in it, per 100 km; unknown without distance, and while the events or the distance of a trip are unknown.',
    params: [PARAMS.type, PARAMS.window],
    minimum: 0,
    examples: [{ params: { type: 'HARD_BRAKE', window: '30d' }, operator: 'greaterThan', value: 5 }],
  }),
  defineFact({
    name: 'driver.events.per_hour',
    type: 'number',
    unit: 'per hour',
    help: 'Events of a type in the window divided by the time driven in it, per hour; unknown without driving time, and while the events or the duration of a trip are unknown.',
    params: [PARAMS.type, PARAMS.window],
    minimum: 0,
    examples: [{ params: { type: 'PHONE_USE', window: '7d' }, operator: 'greaterThan', value: 2 }],
  }),
];

/** All facts about the trip's driver that rules may use. */
export const DRIVER_FACTS: readonly FactDefinition[] = [
  defineFact({
    name: 'driver.id',
    type: 'text',
    help: "The driver's id.",
    examples: [{ operator: 'in', value: ['d-17', 'd-42'] }],
  }),
  defineFact({
    name: 'driver.groups',
    type: 'list',
    help: 'Groups the driver is in, as the service listed them within the last hour; an empty list for a driver of none.',
    plural: true,
    examples: [{ operator: 'contains', value: 'north' }],
  }),
  ...READING,
  ...WINDOWS,
  defineFact({
    name: 'driver.rule_alerts',
    type: 'number',
    help: "On how many earlier trips of the window that ends with the trip the rule matched, whether or not a message was sent; a rule in shadow has no alerts, and this trip's own are not counted.",
    plural: true,
    params: [
      { name: 'rule', kind: 'id', required: true, help: 'Id of the rule.', examples: ['repeated-phone-use'] },
      PARAMS.window,
    ],
    minimum: 0,
    examples: [
      { params: { rule: 'repeated-phone-use', window: '30d' }, operator: 'greaterThanInclusive', value: 2 },
    ],
  }),
];
