import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { tableOf } from '../chaos/report.ts';
import type { RunReport } from '../chaos/report.ts';
import { runChaos } from '../chaos/run.ts';
import type { RunOptions } from '../chaos/run.ts';

/** Far more than a run takes on an idle machine: two cores that other tests use as well need it. */
const WITHIN_MS = 900_000;

async function run(
  options: Pick<RunOptions, 'seed' | 'trips' | 'ratePerSecond' | 'without'>,
): Promise<RunReport> {
  const folder = await mkdtemp(join(tmpdir(), 'tripline-chaos-'));
  await chmod(folder, 0o755);
  try {
    return await runChaos({
      ...options,
      program: inject('programFolder'),
      folder,
      faultEveryMs: 1_500,
      downMs: [4_000, 6_000],
      drainWithinMs: 600_000,
      signal: AbortSignal.timeout(WITHIN_MS - 60_000),
      again: `npm run chaos -- --seed ${options.seed} --trips ${options.trips}`,
      write: () => undefined,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Faults that every run has, however short it is. */
const EACH_RUN_MEETS = [
  ...['server-1', 'server-2', 'worker-1', 'worker-2'].map((name) => `${name} killed`),
  ...['temporal', 'postgres', 'slack', 'smtp', 'webhooks', 'analytics'].map((name) => `${name} killed`),
  'worker-1 stopped for ten seconds',
  'postgres restarted',
  'temporal down',
  'analytics down',
  ...['slack', 'smtp', 'webhooks', 'analytics'].map((name) => `${name} accepts and drops the answer`),
  'smtp takes nothing and cuts the line',
  'webhooks answers 502',
  'slack answers 429',
  'webhooks answers 5xx',
  'analytics answers 5xx',
  'slack does not answer',
  'webhooks accepts and does not answer',
  'analytics does not answer',
  'server-1 stopped for ten seconds',
  'postgres stopped for ten seconds',
];

describe('chaos', () => {
  // Trips are sent for as long as the plan's opening lasts, because each fault of a receiver has to affect messages.
  it(
    '200 trips through faults of every kind: nothing lost, nothing sent twice unmarked',
    { timeout: WITHIN_MS },
    async () => {
      const report = await run({ seed: 7, trips: 200, ratePerSecond: 4 });
      const said = tableOf(report);
      expect(report.total, said).toMatchObject({ lost: 0, phantom: 0, avoidable: 0 });
      expect(report.passed, said).toBe(true);
      expect(report.total.expected).toBe(468);
      expect(Object.keys(report.faults)).toEqual(expect.arrayContaining(EACH_RUN_MEETS));
    },
  );

  it.each(['ledger', 'claim'] as const)(
    'without the %s people are notified twice, and the run says so',
    { timeout: WITHIN_MS },
    async (without) => {
      const report = await run({ seed: 7, trips: 60, ratePerSecond: 4, without });
      expect(report.total.avoidable, tableOf(report)).toBeGreaterThan(0);
      expect(report.passed).toBe(false);
    },
  );
});
