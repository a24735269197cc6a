import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { decideTrip } from '../../../activities/trips/index.ts';
import type { DecideInput } from '../../../activities/trips/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { compileFleetRules } from '../../../activities/facts/index.ts';
import { latestDecision } from '../../../store/trips/index.ts';
import { NO_READINGS, published, tripWith } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const MINUTES = 60_000;
const rules = compileFleetRules(
  [
    published({
      conditions: {
        all: [
          {
            fact: 'driver.events.count',
            params: { type: 'PHONE_USE', window: '7d' },
            operator: 'greaterThanInclusive',
            value: 3,
          },
        ],
      },
    }),
  ],
  [],
);

let fleet = 0;
beforeEach(() => void (fleet += 1));

/** Creates a worker whose clock is wrong by `minutesAhead`. */
const worker = (minutesAhead: number): ActivityDependencies =>
  ({
    db: inTest.db,
    now: () => new Date(Date.now() + minutesAhead * MINUTES),
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([[`f${fleet}`, { id: `f${fleet}`, name: 'Fleet', timezone: 'UTC' }]]),
  }) as Partial<ActivityDependencies> as ActivityDependencies;

const trip = (hour: string, events: number) =>
  tripWith({
    driverId: 'd-1',
    tripId: hour,
    endTime: `2026-03-10T${hour}:00:00Z`,
    events: Array.from({ length: events }, () => ({ typeCode: 2, typeName: 'PHONE_USE', extra: {} })),
  });

/** Decides a trip with so many phone events that ended at that hour, on a worker. @returns the result of the rule */
async function decide(
  by: ActivityDependencies,
  [hour, events]: readonly [string, number],
  trigger: DecideInput['trigger'] = 'notification',
): Promise<string | undefined> {
  const key = { fleet: `f${fleet}`, driverId: 'd-1', tripId: hour };
  await decideTrip(by, { key, trip: trip(hour, events), trigger, rules, readings: NO_READINGS });
  const decision = await latestDecision(inTest.db, { fleetId: key.fleet, driverId: 'd-1', tripId: hour });
  return decision?.rules[0]?.outcome;
}

const CLOCKS = [
  ['the same clock', worker.bind(null, 0), worker.bind(null, 0)],
  ['the first one’s clock ahead', worker.bind(null, 7), worker.bind(null, -7)],
  ['the first one’s clock behind', worker.bind(null, -7), worker.bind(null, 7)],
] as const;

for (const [clocks, first, second] of CLOCKS) {
  it(`two workers, ${clocks}: a late trip is counted in the window of the later one`, async () => {
    expect(await decide(first(), ['10', 2])).toBe('not_matched');
    expect(await decide(second(), ['08', 1])).toBe('matched');
  });

  it(`two workers, ${clocks}: a trip in time is not counted in the windows of those after it`, async () => {
    expect(await decide(first(), ['08', 1])).toBe('not_matched');
    expect(await decide(second(), ['10', 2])).toBe('matched');
    expect(await decide(second(), ['08', 1], 'replay')).toBe('not_matched');
  });

  it(`two workers, ${clocks}: of two at once exactly one is notified`, async () => {
    const both = [decide(first(), ['10', 2]), decide(second(), ['08', 1])];
    expect((await Promise.all(both)).filter((outcome) => outcome === 'matched')).toHaveLength(1);
  });
}
