import { describe, expect, inject, it } from 'vitest';
import { HOUR_MS } from '../outages/plan.ts';
import { textOf } from '../outages/report.ts';
import type { MonthReport } from '../outages/report.ts';
import { runMonth } from '../outages/run.ts';
import type { MonthOptions } from '../outages/run.ts';

/** Far more than the test takes, for machines with much other work. */
const TIMEOUT = { timeout: 600_000 };

/** Three days with reconciliation runs every four hours stand for the month; `npm run outages` lives through the whole. */
const SHORT = {
  seed: 1,
  days: 3,
  drivers: 5,
  reconcileEveryMs: 4 * HOUR_MS,
  calmHours: [3, 6] as const,
  startMs: Date.parse('2026-03-02T00:00:00Z'),
} as const;

function live(options: Partial<MonthOptions> = {}): Promise<MonthReport> {
  const servers = { postgresUrl: inject('postgresUrl'), temporalAddress: inject('temporalAddress') };
  return runMonth({ ...SHORT, servers, write: () => undefined, ...options });
}

describe('days of outages', () => {
  it(
    'leave no trip out: coverage is whole after each, without help, and each trip decided once',
    TIMEOUT,
    async () => {
      const report = await live();
      const said = textOf(report);
      expect(report, said).toMatchObject({ lost: 0, twice: 0, phantom: 0, problems: [], passed: true });
      expect(report.outages.map(({ unavailable }) => unavailable)).toEqual(['webhook', 'both', 'service']);
      // Without the runs these would have stayed away for good.
      expect(report.neverPosted).toBeGreaterThan(5);
      expect(report.found).toBeGreaterThanOrEqual(report.neverPosted);
    },
  );

  it.each(['reconciliation', 'overlap'] as const)(
    'without %s leave trips out, and the test says so',
    TIMEOUT,
    async (without) => {
      const report = await live({ without });
      expect(report.lost, textOf(report)).toBeGreaterThan(0);
      expect(report.problems).not.toEqual([]);
      expect(report.passed).toBe(false);
    },
  );
});
