import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startServer } from '../../server/main.ts';
import { seedTrips } from '../support/storedFleet.ts';
import { ADMIN_TOKEN, FLEET, startStack } from '../support/stack.ts';
import type { Stack } from '../support/stack.ts';
import { useCommand } from './commandRun.ts';

const command = useCommand();
let stack: Stack;
let server: Awaited<ReturnType<typeof startServer>>;
const rule = {
  id: 'turning',
  name: 'Hard turns',
  conditions: {
    all: [{ fact: 'trip.events.count', params: { type: 'HARD_TURN' }, operator: 'greaterThan', value: 0 }],
  },
  throttle: { per: 'fleet', every: '2h' },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
};

beforeAll(async () => {
  stack = await startStack({ more: { PORT: '0' } });
  const { config, database } = stack;
  server = await startServer({ config, database, log: pino({ level: 'silent' }) });
  await seedTrips(database.db, { fleetId: FLEET, trips: 400 });
  await stack.publish({
    ...rule,
    severity: 'warning',
    mode: 'live',
    throttle: { per: 'driver', every: '1h' },
  });
  await stack.startWorker();
});
afterAll(async () => {
  await server.close();
  await stack.close();
});
beforeEach(async () => {
  vi.stubEnv('TRIPLINE_URL', server.url);
  vi.stubEnv('TRIPLINE_TOKEN', ADMIN_TOKEN);
  await command.put('rules/turning.json', rule);
  await command.put('rules/fresh.json', { ...rule, id: 'fresh', throttle: { per: 'fleet', every: '7d' } });
});

interface Planned {
  readonly changes: readonly { id: string; behaviour?: Record<string, unknown> & { new: number } }[];
  readonly over_max_alerts_per_day: readonly { id: string }[];
}
const RANGE = ['--from', '2026-01-01', '--to', '2026-01-14'];
const plan = (...more: string[]): ReturnType<typeof command.json<Planned>> =>
  command.json<Planned>('rules', 'plan', command.folder, '--fleet', FLEET, ...more);

it('tells what changed rules would have sent, against what counts', async () => {
  const { code, body } = await plan(...RANGE);
  expect(code).toBe(0);
  const [fresh, turning] = ['fresh', 'turning'].map(
    (id) => body.changes.find((each) => each.id === id)!.behaviour!,
  );
  expect(fresh).toMatchObject({ new: 2, worst_day: { alerts: 1 } });
  expect(fresh).not.toHaveProperty('old');
  expect(turning!['old']).toBeGreaterThan(turning!.new);
  expect(turning!['both']).toBeLessThanOrEqual(turning!.new);
  const { out } = await command.run('rules', 'diff', command.folder, '--fleet', FLEET, ...RANGE);
  expect(out).toMatch(/new would have sent \d+, old \d+, \d+ in common; at most \d+ a day/);
});

it('is a gate: 1 when a changed rule has more alerts on any day than allowed', async () => {
  const refused = await plan(...RANGE, '--max-alerts-per-day', '1');
  expect(refused.code).toBe(1);
  expect(refused.body.over_max_alerts_per_day.map(({ id }) => id)).toEqual(['turning']);
  expect((await plan(...RANGE, '--max-alerts-per-day', '1000')).code).toBe(0);
});

it('wants the whole range', async () => {
  const { code, out } = await command.run(
    ...['rules', 'plan', command.folder, '--fleet', FLEET, '--max-alerts-per-day', '3'],
  );
  expect(code).toBe(2);
  expect(out).toContain('both --from and --to');
});
