import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFleetAlarms } from '../../../activities/dependencies/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { readGroups } from '../../../activities/facts/index.ts';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import { listAlarms } from '../../../store/alarms/index.ts';
import { claimTrip } from '../../../store/trips/index.ts';
import { startAnalyticsStandIn } from '../../support/stand-ins/analytics.ts';
import type { AnalyticsStandIn } from '../../support/stand-ins/analytics.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const test = useDatabase();
let service: AnalyticsStandIn;
beforeAll(async () => void (service = await startAnalyticsStandIn()));
afterAll(() => service.close());

let fleetId: string;
let clock: number;
let deps: ActivityDependencies;
beforeEach(() => {
  fleetId = randomUUID();
  clock = Date.parse('2026-06-10T12:00:00Z');
  service.oddGroups = undefined;
  service.groups.clear();
  const { url: baseUrl, apiKey } = service;
  const now = (): Date => new Date(clock);
  const log = pino({ level: 'silent' });
  const analytics = createAnalyticsClient({ baseUrl, apiKey, retries: 0 });
  deps = {
    db: test.db,
    now,
    log,
    fleets: new Map([[fleetId, { analytics }]]),
    alarms: createFleetAlarms({ db: test.db, log, now, quietMs: 0 }),
  } as unknown as ActivityDependencies;
});

/** Returns the driver's groups as a trip at this moment would read them. */
async function groupsOf(driverId: string) {
  const key = { fleet: fleetId, driverId, tripId: randomUUID() };
  await claimTrip(test.db, { fleetId, ...key, workflowId: key.tripId, at: deps.now() });
  return readGroups(deps, key, 'now');
}

const openAlarms = async (): Promise<string[]> =>
  (await listAlarms(test.db, { fleetId, openOnly: true })).map(({ kind }) => kind);

it.each<[string, unknown]>([
  ['null', null],
  ['a text', 'north'],
  ['an object', { north: true }],
  ['a list of nothing', [null]],
  ['a number', 0],
])(
  'a list of groups that is %s leaves groups unknown, with an alarm until it is read',
  async (_what, odd) => {
    service.oddGroups = odd;
    expect(await groupsOf('d-1')).toEqual({ groups: undefined, incomplete: true });
    expect(await openAlarms()).toEqual(['groups_unread']);
    service.oddGroups = undefined;
    service.groups.set('north', ['d-1']);
    clock += 5 * 60_000;
    expect(await groupsOf('d-1')).toEqual({ groups: ['north'], incomplete: false });
    expect(await openAlarms()).toEqual([]);
  },
);

it('groups that were read before stay while the list is null, with the alarm', async () => {
  service.groups.set('north', ['d-1']);
  await groupsOf('d-1');
  service.oddGroups = null;
  clock += 3 * 3_600_000;
  expect(await groupsOf('d-1')).toEqual({ groups: ['north'], incomplete: false });
  expect(await groupsOf('d-new')).toEqual({ groups: undefined, incomplete: true });
  expect(await openAlarms()).toEqual(['groups_unread']);
});

it('a fleet without any groups is one in which each driver is in none', async () => {
  service.oddGroups = [];
  expect(await groupsOf('d-1')).toEqual({ groups: [], incomplete: false });
  expect(await openAlarms()).toEqual([]);
});
