import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, isIn, MINUTE_MS, planMonth } from './plan.ts';

const MONTH = {
  seed: 1,
  days: 30,
  drivers: 10,
  reconcileEveryMs: HOUR_MS,
  calmHours: [6, 36] as const,
  startMs: Date.parse('2026-03-02T00:00:00Z'),
} as const;

describe('the plan of a month', () => {
  it('follows from its seed', () => {
    expect(planMonth(MONTH)).toEqual(planMonth(MONTH));
    expect(planMonth(MONTH)).not.toEqual(planMonth({ ...MONTH, seed: 2 }));
  });

  it('has outages of one to thirty hours of each kind, and calm between them', () => {
    const { outages } = planMonth(MONTH);
    const hours = outages.map(({ fromMs, toMs }) => (toMs - fromMs) / HOUR_MS);
    expect(Math.max(...hours)).toBeCloseTo(30);
    expect(Math.min(...hours)).toBeCloseTo(1);
    expect(new Set(outages.map(({ unavailable }) => unavailable)).size).toBe(3);
    expect(outages.length).toBeGreaterThan(12);
    outages.slice(1).forEach(({ fromMs }, index) => expect(fromMs).toBeGreaterThan(outages[index]!.toMs));
  });

  it('sends no notification before its trip is there or during an outage, loses some, and uploads some late', () => {
    const { trips, outages } = planMonth(MONTH);
    for (const { uploadMs, endMs, notifiedAtMs } of trips) {
      expect(uploadMs).toBeGreaterThan(endMs);
      for (const atMs of notifiedAtMs) {
        expect(atMs).toBeGreaterThanOrEqual(uploadMs);
        expect(outages.some((each) => isIn(atMs, each))).toBe(false);
      }
      const isUnavailable = outages.some((each) => each.unavailable !== 'webhook' && isIn(uploadMs, each));
      expect(isUnavailable).toBe(false);
    }
    const share = (few: readonly unknown[]): number => few.length / trips.length;
    expect(share(trips.filter(({ notifiedAtMs }) => notifiedAtMs.length === 0))).toBeGreaterThan(0.1);
    expect(share(trips.filter(({ uploadMs, endMs }) => uploadMs - endMs > 3 * DAY_MS))).toBeGreaterThan(0.04);
    expect(share(trips.filter(({ uploadMs, endMs }) => uploadMs - endMs < 15 * MINUTE_MS))).toBeGreaterThan(
      0.4,
    );
  });
});
