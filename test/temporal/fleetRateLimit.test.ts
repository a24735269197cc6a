import { describe, expect, it } from 'vitest';
import { createFleetRateLimit } from '../../temporal/index.ts';

describe('five trips a second', () => {
  const rateLimit = () => createFleetRateLimit({ perSecond: 5, mostMs: 600_000 });
  const delays = (made: ReturnType<typeof rateLimit>, count: number, nowMs = 0): number[] =>
    Array.from({ length: count }, () => made.begin('north', nowMs).atMs - nowMs);

  it('lets half a second of them begin at once after a rest, and each next one 200 ms later', () => {
    expect(delays(rateLimit(), 6)).toEqual([0, 0, 100, 300, 500, 700]);
  });

  it('delays nothing that comes at the pace, however long', () => {
    const made = rateLimit();
    for (let index = 0; index < 10_000; index += 1)
      expect(made.begin('north', index * 200).atMs).toBe(index * 200);
  });

  it('lets no more than the pace and what a rest saved begin in any span, whenever they come', () => {
    const made = rateLimit();
    const begins: number[] = [];
    for (let nowMs = 0; nowMs < 60_000; nowMs += 37) begins.push(made.begin('north', nowMs).atMs);
    begins.sort((one, other) => one - other);
    for (const [first, at] of begins.entries())
      for (const seconds of [1, 5, 20]) {
        const within = begins.slice(first).filter((each) => each < at + seconds * 1000).length;
        expect(within).toBeLessThanOrEqual(3 + seconds * 5);
      }
  });

  it('knows fleets apart', () => {
    const made = rateLimit();
    delays(made, 500);
    expect(made.begin('south', 0).atMs).toBe(0);
  });

  it('takes back what did not begin', () => {
    const made = rateLimit();
    delays(made, 2);
    const nothing = made.begin('north', 0);
    expect(nothing.atMs).toBe(100);
    nothing.giveBack();
    expect(delays(made, 2)).toEqual([100, 300]);
  });

  it('puts nothing off for longer than it may, and owes nothing afterwards for what began at that end', () => {
    const made = rateLimit();
    const all = delays(made, 20_000);
    expect(Math.max(...all)).toBe(600_000);
    expect(all.filter((ms) => ms === 600_000).length).toBeGreaterThan(16_000);
    // Ten minutes later all of them have begun: the next one waits for none.
    expect(made.begin('north', 602_000).atMs).toBe(602_000);
  });
});

it('keeps a pace below one a second', () => {
  const made = createFleetRateLimit({ perSecond: 0.5, mostMs: 600_000 });
  expect([1, 2, 3].map(() => made.begin('north', 0).atMs)).toEqual([0, 2_000, 4_000]);
});
