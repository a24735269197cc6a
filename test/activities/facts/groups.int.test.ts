import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMembers } from '../../../activities/facts/index.ts';
import { createAnalyticsClient } from '../../../analytics/index.ts';
import type { AnalyticsClient } from '../../../analytics/index.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { KEY, START, control, list, still } from '../../simulator/calls.ts';

let simulator: Simulator;
let client: AnalyticsClient;
beforeAll(async () => {
  simulator = await still({
    drivers: 130,
    groups: ['north', 'harbour east'],
    quirks: { oddDriverIds: true },
  });
  client = createAnalyticsClient({ baseUrl: simulator.url, apiKey: KEY, retries: 0 });
});
afterAll(() => simulator.close());

describe('the members of a fleet’s groups', () => {
  it('are every active driver’s groups, over all pages', async () => {
    const listed = await listMembers(client, new Date(START));
    if (listed.kind !== 'ok') throw new Error(listed.kind);
    expect(listed.value.groupIds).toEqual(['north', 'harbour east']);
    const { body } = await control(simulator, { method: 'GET', path: '/drivers?limit=200' });
    const drivers = list<{ driver_id: string; group?: string }>(body['drivers']);
    const grouped = drivers.filter((driver) => driver.group !== undefined);
    expect(grouped.length).toBeGreaterThan(100);
    expect(drivers.length - grouped.length).toBeGreaterThan(0);
    const { members } = listed.value;
    for (const driver of drivers.filter(({ driver_id }) => members.has(driver_id)))
      expect(members.get(driver.driver_id)).toEqual([driver.group]);
    expect(members.size).toBeGreaterThan(grouped.length * 0.9);
  });

  it('are not half a list when a page cannot be read', async () => {
    simulator.faults.set({ failing: { share: 1, endpoints: ['drivers'], status: 503 } });
    expect((await listMembers(client, new Date(START))).kind).toBe('unavailable');
    simulator.faults.clear();
    expect((await listMembers(client, new Date(START))).kind).toBe('ok');
  });
});

it('has scores for the fleet and for each group', async () => {
  const range = { startDate: '2026-05-01', endDate: '2026-05-07', fields: ['driving_behavior'] } as const;
  const readings = await Promise.all([
    client.fleetScore(range),
    client.fleetScore({ ...range, groupId: 'north' }),
    client.fleetScore({ ...range, groupId: 'harbour east' }),
  ]);
  const scores = readings.map((reading) => (reading.kind === 'ok' ? reading.value.score : reading.kind));
  expect(new Set(scores).size).toBe(3);
  for (const score of scores) expect(score).toBeGreaterThan(0);
});
