import picocolors from 'picocolors';
import { expect, it } from 'vitest';
import { printBacktest } from '../../../cli/backtests/index.ts';
import type { Terminal } from '../../../cli/terminal/index.ts';
import type { AnsweredBacktest } from '../../../rules/backtests/index.ts';
import type { Json } from '../../../rules/vocabulary/index.ts';
import { oneBacktest } from '../../../server/api/backtests/index.ts';
import { soughtDriver, withoutDriver } from '../../../store/retention/index.ts';

const trip = (driverId: string) => ({ driver_id: driverId, trip_id: 't-1', at: '2026-01-01T00:00:00Z' });
const because = 'the service has no driver scores for that date';
const totals = {
  matches: 1,
  alerts: 1,
  held: 0,
  grouped: 0,
  messages: 1,
  about_budget: 0,
  stopped: {},
};
const result: AnsweredBacktest = {
  rule: { id: 'r', version: 1, name: 'R', severity: 'info', mode: 'live' },
  from: '2026-01-01',
  to: '2026-01-02',
  timezone: 'UTC',
  trips: { evaluated: 4, matched: 1, not_matched: 0, unknown: 3, failed: 0, left_out: 0 },
  totals,
  days: [],
  receivers: [],
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, alerts: 0, messages: 0 })),
  drivers: [{ driver_id: 'd-1', matches: 1, alerts: 1, messages: 1 }],
  drivers_matched: 1,
  examples: [trip('d-1')],
  unknown: [
    { fact: 'driver.score', because, trips: 2, example: trip('d-1') },
    { fact: 'driver.tenure_days', because, trips: 1, example: trip('d-2') },
  ],
  rivals: [],
  notes: [],
};

function printed(shown: AnsweredBacktest, zone?: string): string {
  const lines: string[] = [];
  const terminal: Terminal = {
    colors: picocolors.createColors(false),
    line: (text = '') => void lines.push(text),
    json: () => undefined,
    step: (_, work) =>
      work(
        () => undefined,
        () => undefined,
      ),
  };
  printBacktest(terminal, shown, zone);
  return lines.join('\n');
}

it('prints the times of examples on the fleet’s clock, and names it', () => {
  const shown = printed({ ...result, timezone: 'Europe/Berlin' });
  expect(shown).toContain('Examples (Europe/Berlin)\n  d-1, trip t-1 Thu 01 Jan 2026, 01:00');
  const inUtc = printed({ ...result, timezone: 'Europe/Berlin' }, 'UTC');
  expect(inUtc).toContain('Examples (UTC)\n  d-1, trip t-1 Thu 01 Jan 2026, 00:00');
});

it('names drivers with their ids where their names are known', () => {
  const named = { driver_name: 'Ann Becker' };
  const shown = printed({
    ...result,
    drivers: [{ ...result.drivers[0]!, ...named }],
    examples: [{ ...trip('d-1'), ...named }],
    unknown: [{ fact: 'driver.score', because, trips: 2, example: { ...trip('d-1'), ...named } }],
  });
  expect(shown).toContain('\n  Ann Becker (d-1): 1 alert');
  expect(shown).toContain('\n  Ann Becker (d-1), trip t-1 Thu 01 Jan');
  expect(shown).toContain('such as Ann Becker (d-1), trip t-1');
});

it('prints a back-test, and answers it, also without the driver who was its example', () => {
  expect(printed(result)).toContain(`  2: driver.score: ${because} such as d-1, trip t-1`);
  const driver = soughtDriver({ driverId: 'd-1', names: [] });
  const rest = withoutDriver(result as unknown as Json, driver) as unknown as AnsweredBacktest;
  const row = {
    id: 'b',
    state: 'done',
    rule: 'r',
    version: 1,
    from: '2026-01-01',
    to: '2026-01-02',
    who: 'ann',
    progress: { trips_done: 4 },
    created_at: '2026-01-03T00:00:00Z',
  };
  expect(oneBacktest.safeParse({ ...row, result: rest }).error).toBeUndefined();
  const text = printed(rest);
  expect(text.split('\n')).toContain(`  2: driver.score: ${because}`);
  expect(text).toContain(`  1: driver.tenure_days: ${because} such as d-2, trip t-1`);
  expect(text).not.toContain('d-1');
});
