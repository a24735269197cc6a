import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStartTurns } from '../../server/startTurns.ts';
import type { Started } from '../../server/startTurns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts so many trips of a fleet at once: after how many milliseconds each was taken, and how long it is put off from then on. */
function flood(
  turns: ReturnType<typeof createStartTurns>,
  fleet: string,
  count: number,
  verdict: Started = 'started',
) {
  const began = performance.now();
  const taken: { atMs: number; delayMs: number }[] = [];
  const all = Array.from({ length: count }, () =>
    turns.trip(fleet, (delayMs) => {
      taken.push({ atMs: Math.round(performance.now() - began), delayMs });
      return Promise.resolve(verdict);
    }),
  );
  return { taken, all: Promise.allSettled(all) };
}

it('lets every trip begin at once where no pace is set', async () => {
  const { taken, all } = flood(createStartTurns({ withinMs: 5_000 }), 'north', 500);
  await all;
  expect(taken.every(({ atMs, delayMs }) => atMs === 0 && delayMs === 0)).toBe(true);
});

it('puts off what is beyond the pace, tells each once, and takes it four times as fast', async () => {
  const putOff: string[] = [];
  const share = { tripsPerSecond: 5, onPutOff: (fleet: string) => void putOff.push(fleet) };
  const turns = createStartTurns({ withinMs: 60_000, share });
  const { taken, all } = flood(turns, 'loud', 110);
  await vi.advanceTimersByTimeAsync(60_000);
  await all;
  expect(taken.slice(0, 10).every(({ atMs, delayMs }) => atMs === 0 && delayMs === 0)).toBe(true);
  const begins = taken.map(({ atMs, delayMs }) => atMs + delayMs);
  const gaps = begins.slice(11).map((at, index) => at - begins[index + 10]!);
  expect(gaps.every((gap) => Math.abs(gap - 200) <= 1)).toBe(true);
  // Twenty each second, and so a hundred in five.
  expect(taken.at(-1)!.atMs).toBeGreaterThan(4_500);
  expect(taken.at(-1)!.atMs).toBeLessThan(5_200);
  expect(putOff).toEqual(Array<string>(100).fill('loud'));
});

it('has another fleet, and what a person asks for, wait behind no flood', async () => {
  const turns = createStartTurns({
    withinMs: 60_000,
    share: { tripsPerSecond: 5, onPutOff: () => undefined },
  });
  const loud = flood(turns, 'loud', 110);
  await vi.advanceTimersByTimeAsync(100);
  const calm = flood(turns, 'calm', 5);
  let asked: number | undefined;
  await turns.asked('loud', (delayMs) => {
    asked = delayMs;
    return Promise.resolve('started');
  });
  await calm.all;
  expect(calm.taken).toEqual(Array<unknown>(5).fill({ atMs: 0, delayMs: 0 }));
  expect(asked).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await loud.all;
});

it('counts no duplicate and no failure towards the pace', async () => {
  const putOff: string[] = [];
  const share = { tripsPerSecond: 5, onPutOff: (fleet: string) => void putOff.push(fleet) };
  const turns = createStartTurns({ withinMs: 60_000, share });
  const duplicates = flood(turns, 'north', 1_000, 'duplicate');
  await vi.advanceTimersByTimeAsync(60_000);
  await duplicates.all;
  const failures = Array.from({ length: 100 }, () =>
    turns.trip('north', () => Promise.reject(new Error('away'))),
  );
  const failed = Promise.allSettled(failures);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await failed).every(({ status }) => status === 'rejected')).toBe(true);
  const { taken, all } = flood(turns, 'north', 10);
  await all;
  expect(taken.every(({ delayMs }) => delayMs === 0)).toBe(true);
  expect(putOff).toEqual([]);
});
