import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BacktestResult } from '../../../rules/backtests/index.ts';
import { seedTrips } from '../../support/store/storedFleet.ts';
import { FLEET } from '../../support/servers/stack.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { useStack, useStackServer } from '../../support/servers/useStack.ts';

const rule = {
  id: 'turning',
  name: 'Hard turns',
  severity: 'warning',
  conditions: {
    all: [
      { fact: 'trip.events.count', params: { type: 'HARD_TURN' }, operator: 'greaterThan', value: 0 },
      { any: [{ fact: 'driver.score', operator: 'lessThan', value: 50 }, { fact: 'trip.score', operator: 'lessThan', value: 75 }] }, // prettier-ignore
    ],
  },
  throttle: { per: 'fleet', every: '2h' },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
};

const stack = useStack({ more: { PORT: '0' } });
const server = useStackServer(stack);
const command = useCli(server, 'admin');
let file: string;
beforeAll(async () => {
  await seedTrips(stack.database.db, { fleetId: FLEET, trips: 1_000 });
  await stack.publish({ ...rule, mode: 'live', throttle: { per: 'driver', every: '1h' } });
});
beforeEach(async () => {
  await command.put('turning.json', rule);
  file = join(command.folder, 'turning.json');
});

const backtest = async (path: string, ...more: string[]): Promise<number> =>
  (await command.run('rules', 'backtest', path, '--fleet', FLEET, ...more)).code;
const RANGE = ['--from', '2026-01-01', '--to', '2026-01-14'];

describe('with no worker', () => {
  it('Ctrl-C cancels the back-test, and it could not run', async () => {
    const ran = backtest(file, ...RANGE);
    await vi.waitFor(() => expect(command.errors).toContain('waiting for a worker'), { timeout: 20_000 });
    process.emit('SIGINT');
    expect(await ran).toBe(2);
    expect(command.errors).toContain('was cancelled');
    const rows = await stack.database.db.selectFrom('backtests').select('state').execute();
    expect(rows).toEqual([{ state: 'cancelled' }]);
  });
});

describe('with a worker', () => {
  beforeAll(() => stack.startWorker());

  it('the result is printed with a chart, who is notified, examples, the difference and what is not known', async () => {
    expect(await backtest(file, ...RANGE), command.errors).toBe(0);
    expect(command.stdout).toMatch(
      /^Hard turns turning, draft, warning · 2026-01-01 to 2026-01-14, Europe\/Berlin\n/,
    );
    expect(command.stdout).toMatch(/stopped: \d+ throttled\n/);
    expect(command.stdout).toMatch(/ {2}Thu 2026-01-01 █+[▏▎▍▌▋▊▉]? \d+ of \d+ matches\n/);
    expect(command.stdout).toMatch(/Messages by hour.*\n {2}[·▁▂▃▄▅▆▇█]{24}\n/);
    expect(command.stdout).toMatch(/ {2}slack #fleet-safety: \d+/);
    expect(command.stdout).toMatch(/ alert\n {4}\d+ hard turns?/);
    expect(command.stdout).toMatch(
      /Against version 1.*\n {2}draft: \d+ alerts?, published version: [\d,]+ alerts?, \d+ trips? with both\n {2}only published: \d+/,
    );
    expect(command.stdout).toContain('driver.score: the service has no driver scores for that date');
    expect(command.stdout).toMatch(/! \d+ of \d+ trips could not be decided/);
  });

  it('--sweep prints a line for each value of a number, through the API and a worker', async () => {
    const pointer = '/conditions/all/0/value';
    expect(await backtest(file, ...RANGE, '--sweep', pointer), command.errors).toBe(0);
    expect(command.stdout).toContain(`trip.events.count greaterThan, ${pointer}`);
    expect(command.stdout).toMatch(/\n {2}→ +0 +\d/);
    expect(await backtest(file, ...RANGE, '--sweep', pointer, '--json')).toBe(0);
    const { sweep, totals, trips } = JSON.parse(command.stdout) as BacktestResult;
    expect(sweep).toMatchObject({ pointer, current: 0 });
    const { alerts, messages, unknown } = sweep!.points.find(({ value }) => value === 0)!;
    expect({ alerts, messages, unknown }).toEqual({
      alerts: totals.alerts,
      messages: totals.messages,
      unknown: trips.unknown,
    });
    expect(await backtest(file, ...RANGE, '--sweep', '/conditions/all/0/fact')).not.toBe(0);
    expect(command.errors).toContain('/sweep/pointer');
  });

  it('--json prints the result alone', async () => {
    expect(await backtest(file, ...RANGE, '--json')).toBe(0);
    expect(JSON.parse(command.stdout)).toMatchObject({
      rule: { id: 'turning', version: 0 },
      published: { version: 1 },
    });
  });

  it('a budget gate: 1 when a day has more alerts than allowed, 0 when none has', async () => {
    expect(await backtest(file, ...RANGE, '--max-alerts-per-day', '1')).toBe(1);
    expect(command.errors).toMatch(/days have more than 1 alerts, most of all 2026-01-\d\d with \d+/);
    expect(await backtest(file, ...RANGE, '--max-alerts-per-day', '1000')).toBe(0);
  });

  it('what cannot run is 2, a rule that is refused 1, each with its reason', async () => {
    expect(await backtest(join(command.folder, 'nothing.json'), ...RANGE)).toBe(2);
    expect(command.errors).toContain('cannot be read');
    expect(await backtest(file, '--from', '2026-02-01', '--to', '2026-01-01')).toBe(2);
    expect(command.errors).toContain('/to: lies before "from"');
    expect(await backtest(file, ...RANGE, '--max-alerts-per-day', 'few')).toBe(2);
    expect(command.errors).toContain('give a whole number');
    expect(await backtest(file, '--from', '2026-02-01')).toBe(2);
    const broken = join(command.folder, 'broken.json');
    await command.put('broken.json', { ...rule, severity: 'loud' });
    expect(await backtest(broken, ...RANGE)).toBe(1);
    expect(command.errors).toContain('/severity');
  });
});
