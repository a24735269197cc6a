import { expect, it } from 'vitest';
import { isDueAgain } from '../../../activities/reconcile/index.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 30 * 24 * HOUR_MS;

/** Returns the hours after a change of the list at which a trip is checked again that never shows the change. */
function checksOf(everyMs: number): number[] {
  const listedAt = new Date('2026-03-10T12:00:00Z');
  let checkedAt = listedAt;
  const checks: number[] = [];
  for (let passed = everyMs; passed <= MONTH_MS; passed += everyMs) {
    const now = new Date(listedAt.getTime() + passed);
    if (!isDueAgain({ listedAt, checkedAt }, now)) continue;
    checks.push(passed / HOUR_MS);
    checkedAt = now;
  }
  return checks;
}

it('a trip that never shows what the list does is checked some times more, the last time a day later', () => {
  expect(checksOf(HOUR_MS)).toEqual([1, 3, 9, 27]);
  expect(checksOf(24 * HOUR_MS)).toEqual([24]);
  expect(checksOf(60_000)).toHaveLength(8);
});
