import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerQueried } from '../../../server/metrics/index.ts';
import type { QueriedRows } from '../../../server/metrics/index.ts';

let registry: Registry;
let query: () => Promise<QueriedRows>;
beforeEach(() => {
  vi.useFakeTimers();
  registry = new Registry();
  registerQueried(registry, { name: 'looks', help: 'Looks', labels: ['of'], rows: () => query() });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the gauge's line, or `undefined` without one, after a scrape that stopped waiting for slow queries. */
async function shown(): Promise<string | undefined> {
  const text = registry.metrics();
  await vi.advanceTimersByTimeAsync(4_000);
  return (await text).split('\n').find((line) => line.startsWith('looks{'));
}
const failures = (): Promise<string> =>
  registry.getSingleMetricAsString('tripline_metric_queries_failed_total');

it('values that take too long to look up are the last ones for ten minutes, and then absent', async () => {
  query = () => Promise.resolve([[{ of: 'north' }, 7]]);
  expect(await shown()).toBe('looks{of="north"} 7');
  let answer: (rows: QueriedRows) => void = () => undefined;
  query = () => new Promise((done) => (answer = done));
  expect(await shown()).toBe('looks{of="north"} 7');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(await shown()).toBeUndefined();
  expect(await failures()).toContain('{metric="looks"} 2');
  // A late answer is used by the next scrape, although its own query does not end.
  answer([[{ of: 'north' }, 8]]);
  query = () => new Promise(() => undefined);
  await vi.advanceTimersByTimeAsync(1);
  expect(await shown()).toBe('looks{of="north"} 8');
});

it('values whose look fails are absent at once, and there again with the next look', async () => {
  query = () => Promise.resolve([[{ of: 'north' }, 7]]);
  await shown();
  query = () => Promise.reject(new Error('unavailable'));
  expect(await shown()).toBeUndefined();
  expect(await failures()).toContain('{metric="looks"} 1');
  query = () => Promise.resolve([[{ of: 'north' }, 9]]);
  expect(await shown()).toBe('looks{of="north"} 9');
});
