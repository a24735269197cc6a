import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BacktestResult } from '../../../rules/backtests/index.ts';
import { seedTrips } from '../../support/store/storedFleet.ts';
import { FLEET } from '../../support/servers/stack.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { useStack, useStackServer } from '../../support/servers/useStack.ts';

const rule = {
  id: 'turning',
  name: 'Hard turns',
  conditions: {
    all: [{ fact: 'trip.events.count', params: { type: 'HARD_TURN' }, operator: 'greaterThan', value: 0 }],
  },
  throttle: { per: 'fleet', every: '2h' },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
};

const stack = useStack({ more: { PORT: '0' } });
const server = useStackServer(stack);
const command = useCli(server, 'admin');
beforeAll(async () => {
  await seedTrips(stack.database.db, { fleetId: FLEET, trips: 400 });
  await stack.publish({
    ...rule,
    severity: 'warning',
    mode: 'live',
    throttle: { per: 'driver', every: '1h' },
  });
  await stack.startWorker();
});
beforeEach(async () => {
  await command.put('rules/turning.json', rule);
  await command.put('rules/fresh.json', { ...rule, id: 'fresh', throttle: { per: 'fleet', every: '7d' } });
});

interface Planned {
  readonly would_change: number;
  readonly changes: readonly {
    id: string;
    change: string;
    behaviour?: Record<string, unknown> & { new: number };
  }[];
  readonly over_max_alerts_per_day: readonly { id: string }[];
}
const RANGE = ['--from', '2026-01-01', '--to', '2026-01-14'];
const plan = (...more: string[]): ReturnType<typeof command.json<Planned>> =>
  command.json<Planned>('rules', 'plan', command.folder, '--fleet', FLEET, ...more);

it('shows what changed rules would have sent, compared with the published versions', async () => {
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
  expect(out).toMatch(
    /draft: \d+ alerts?, published version: \d+ alerts?, \d+ trips? with both; at most \d+ a day/,
  );
});

it('is a gate: 1 when a changed rule has more alerts on any day than allowed', async () => {
  const refused = await plan(...RANGE, '--max-alerts-per-day', '1');
  expect(refused.code).toBe(1);
  expect(refused.body.over_max_alerts_per_day.map(({ id }) => id)).toEqual(['turning']);
  expect((await plan(...RANGE, '--max-alerts-per-day', '1000')).code).toBe(0);
});

it('says of a rule that is not live that it sends nothing, and lets it through the gate', async () => {
  await command.put('rules/turning.json', { ...rule, mode: 'shadow' });
  await rm(join(command.folder, 'rules/fresh.json'));
  const { code, body } = await plan(...RANGE, '--max-alerts-per-day', '0');
  expect(code).toBe(0);
  expect(body.changes.find((each) => each.id === 'turning')?.behaviour).toMatchObject({ mode: 'shadow' });
  const { out } = await command.run('rules', 'diff', command.folder, '--fleet', FLEET, ...RANGE);
  expect(out).toMatch(
    /the rule is in shadow; if live, it would have sent \d+ alerts?, published version: \d+ alerts?/,
  );
});

it('refuses a gate without both ends of the range', async () => {
  const { code, out } = await command.run(
    'rules',
    'plan',
    command.folder,
    '--fleet',
    FLEET,
    '--max-alerts-per-day',
    '3',
  );
  expect(code).toBe(2);
  expect(out).toContain('both --from and --to');
});

describe('shared conditions of the folder', () => {
  const slots = (id: string, leastKm: number): object => ({
    id,
    name: id,
    conditions: {
      all: [
        ...rule.conditions.all,
        { fact: 'trip.distance_km', operator: 'greaterThanInclusive', value: leastKm },
      ],
    },
  });
  const naming = (id: string, condition: string): object => ({
    ...rule,
    id,
    severity: 'warning',
    mode: 'live',
    conditions: { all: [{ condition }] },
  });
  const behaviours = (changes: Planned['changes']): Record<string, unknown> =>
    Object.fromEntries(changes.map(({ id, behaviour }) => [id, behaviour?.new]));

  it('are tried with the new rule that names them, before anything is published', async () => {
    await command.put('conditions/inner.json', slots('inner', 0));
    await command.put('conditions/outer.json', {
      id: 'outer',
      name: 'outer',
      conditions: { all: [{ condition: 'inner' }] },
    });
    await command.put('rules/sharing.json', naming('sharing', 'outer'));
    const { code, body } = await plan(...RANGE);
    expect(code).toBe(0);
    const { sharing, turning } = behaviours(body.changes);
    expect(sharing).toBe(turning);

    const file = join(command.folder, 'rules/sharing.json');
    const result = await command.json<BacktestResult>('rules', 'backtest', file, '--fleet', FLEET, ...RANGE);
    expect(result).toMatchObject({ code: 0, body: { totals: { alerts: turning } } });
    expect(result.body.rule.conditions).toEqual([
      { id: 'outer', version: 0 },
      { id: 'inner', version: 0 },
    ]);
    const alone = await command.json<Planned>('rules', 'plan', file, '--fleet', FLEET, ...RANGE);
    expect(behaviours(alone.body.changes)).toEqual({ sharing: turning });
    const words = await command.run('rules', 'diff', file, '--fleet', FLEET, ...RANGE);
    expect(words.out).toContain(
      'back-tested with the local version of outer, inner, which applying this file alone does not publish',
    );

    const explained = await command.run(
      'trips',
      'explain',
      'driver-0',
      '1790000000000',
      '--rule',
      file,
      '--fleet',
      FLEET,
    );
    expect(explained.code, explained.out).toBe(0);
    expect(explained.out).toMatch(/sharing draft[^]*condition outer[^]*condition inner[^]*HARD_TURN/);

    await command.put('conditions/inner.json', { ...slots('inner', 0), name: 7 });
    const refused = await command.run('rules', 'backtest', file, '--fleet', FLEET, ...RANGE);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/conditions\/inner\.json:\d+ \/name/);
  });

  it('that change are tried with every rule that uses them, also where its own file is the same or is not there', async () => {
    await command.put('conditions/inner.json', slots('inner', 0));
    await command.put('conditions/outer.json', {
      id: 'outer',
      name: 'outer',
      conditions: { all: [{ condition: 'inner' }] },
    });
    await command.put('rules/sharing.json', naming('sharing', 'outer'));
    await command.put('rules/elsewhere.json', naming('elsewhere', 'inner'));
    expect((await command.run('rules', 'apply', command.folder, '--fleet', FLEET)).code).toBe(0);
    await command.put('conditions/inner.json', slots('inner', 25));
    await rm(join(command.folder, 'rules/elsewhere.json'));

    const { code, body } = await plan(...RANGE, '--max-alerts-per-day', '0');
    expect(code).toBe(1);
    expect(body.would_change).toBe(1);
    const change = (id: string) => body.changes.find((each) => each.id === id)!;
    for (const [id, what] of [
      ['sharing', 'same'],
      ['elsewhere', 'kept (no file)'],
    ] as const) {
      expect(change(id)).toMatchObject({ change: what, changed_conditions: ['inner'] });
      expect(change(id).behaviour!['old']).toBeGreaterThan(change(id).behaviour!.new);
    }
    expect(change('turning')).not.toHaveProperty('behaviour');
    expect(body.over_max_alerts_per_day.map(({ id }) => id).sort()).toEqual(['elsewhere', 'sharing']);
    const { out } = await command.run('rules', 'diff', command.folder, '--fleet', FLEET, ...RANGE);
    expect(out).toMatch(/= sharing rule.*\n +uses inner, which changes\n +draft: \d+ alert/);
  });
});
