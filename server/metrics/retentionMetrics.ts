import type { Registry } from 'prom-client';
import type { Db } from '../../store/db/index.ts';
import { retentionCounts } from '../../store/retention/index.ts';
import { registerQueried } from './lookedUpMetrics.ts';

/** Registers what `/metrics` says of retention: counts, looked up when it is asked for. */
export function registerRetentionMetrics(registry: Registry, db: Db): void {
  registerQueried(registry, {
    name: 'tripline_retention_removed',
    help: 'How much retention has removed since ever, by fleet and what it was; runs: runs that came to their end.',
    labels: ['fleet', 'what'],
    rows: async () =>
      (await retentionCounts(db)).map(({ fleetId, what, count }) => [
        { fleet: fleetId, what },
        Number(count),
      ]),
  });
  registerQueried(registry, {
    name: 'tripline_retention_last_run_timestamp_seconds',
    help: 'When a run of retention last came to its end, by fleet.',
    labels: ['fleet'],
    rows: async () =>
      (await retentionCounts(db))
        .filter(({ what }) => what === 'runs')
        .map(({ fleetId, lastAt }) => [{ fleet: fleetId }, lastAt.getTime() / 1000]),
  });
}
