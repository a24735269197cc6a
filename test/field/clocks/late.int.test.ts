import { beforeAll, expect, it } from 'vitest';
import { listDeliveries } from '../../../store/deliveries/index.ts';
import { chain, collisionRule, incidentsOf, timelineOf } from '../../support/incidents/documents.ts';
import { FLEET } from '../../support/servers/stack.ts';
import { useStack } from '../../support/servers/useStack.ts';

const DAY = 86_400_000;

const stack = useStack();
beforeAll(async () => {
  for (const name of ['now', 'late']) stack.slack.channels.add(name);
  await stack.publishAs('escalation-policy', {
    ...chain([[0, '#now']]),
    late: { after: '12h', steps: [{ after: '0s', notify: [{ type: 'slack', channel: '#late' }] }] },
  });
  await stack.publish(collisionRule());
  await stack.startWorker();
});

const paged = async (driverId: string): Promise<string[]> =>
  (await listDeliveries(stack.database.db, { fleetId: FLEET, driverId })).items
    .filter(({ kind, state }) => kind === 'incident_page' && state === 'sent')
    .map(({ receiver }) => receiver);

it.each<[what: string, endedAt: Date, clock: 'ahead' | 'behind' | null, receiver: string]>([
  ['a year ahead', new Date(Date.now() + 365 * DAY), 'ahead', '#now'],
  ['13 hours ahead', new Date(Date.now() + 13 * 3_600_000), 'ahead', '#now'],
  ['a minute ahead', new Date(Date.now() + 60_000), null, '#now'],
  ['1,024 weeks back', new Date(Date.now() - 1_024 * 7 * DAY), 'behind', '#now'],
  ['in 1970', new Date(10_000), 'behind', '#now'],
  ['on 6 January 1980', new Date('1980-01-06T00:00:00Z'), 'behind', '#now'],
  ['300 days before, from a phone in a drawer', new Date(Date.now() - 300 * DAY), null, '#late'],
  ['a day before', new Date(Date.now() - DAY), null, '#late'],
  ['an hour before', new Date(Date.now() - 3_600_000), null, '#now'],
])('a collision of a trip that ended %s', async (what, endedAt, clock, receiver) => {
  const [driverId, tripId] = [`d ${what}`, '1795000000077'];
  stack.put({ driverId, tripId }, { events: [4], endedAt });
  stack.slack.messages.length = 0;
  await stack.runTrip({ driverId, tripId });
  await expect.poll(() => paged(driverId), { timeout: 20_000, interval: 100 }).toEqual([receiver]);
  const [incident] = await incidentsOf(stack, driverId);
  expect(incident).toMatchObject({ late: receiver === '#late', tripClock: clock });
  expect(incident!.tripEndedAt).toEqual(clock === null ? endedAt : null);
  const [opened] = await timelineOf(stack, incident!);
  expect(opened!.details!['clock']).toBe(clock ?? undefined);
  const said = JSON.stringify(stack.slack.messages[0]!.blocks);
  expect(said.includes('clock is wrong')).toBe(clock !== null);
});
