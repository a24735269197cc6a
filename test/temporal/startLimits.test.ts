import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStartSlots } from '../../temporal/index.ts';
import type { Started } from '../../temporal/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * Starts so many trips of a fleet at once.
 * @returns for each the milliseconds until it was accepted, and its delay from then on
 */
function flood(
  slots: ReturnType<typeof createStartSlots>,
  fleet: string,
  count: number,
  verdict: Started = 'started',
) {
  const began = performance.now();
  const taken: { atMs: number; delayMs: number }[] = [];
  const all = Array.from({ length: count }, () =>
    slots.trip(fleet, (delayMs) => {
      taken.push({ atMs: Math.round(performance.now() - began), delayMs });
      return Promise.resolve(verdict);
    }),
  );
  return { taken, all: Promise.allSettled(all) };
}

it('lets every trip begin at once where no pace is set', async () => {
  const { taken, all } = flood(createStartSlots({ withinMs: 5_000 }), 'north', 500);
  await all;
  expect(taken.every(({ atMs, delayMs }) => atMs === 0 && delayMs === 0)).toBe(true);
});

it('delays what is beyond the rate, reports each once, and accepts it four times as fast', async () => {
  const delayed: string[] = [];
  const share = { tripsPerSecond: 5, onDelayed: (fleet: string) => void delayed.push(fleet) };
  const slots = createStartSlots({ withinMs: 60_000, share });
  const { taken, all } = flood(slots, 'loud', 102);
  await vi.advanceTimersByTimeAsync(60_000);
  await all;
  expect(taken.slice(0, 2).every(({ atMs, delayMs }) => atMs === 0 && delayMs === 0)).toBe(true);
  const begins = taken.map(({ atMs, delayMs }) => atMs + delayMs);
  const gaps = begins.slice(3).map((at, index) => at - begins[index + 2]!);
  expect(gaps.every((gap) => Math.abs(gap - 200) <= 1)).toBe(true);
  // Twenty each second, and so a hundred in five.
  const lastMs = taken.at(-1)!.atMs;
  expect(lastMs).toBeGreaterThan(4_500);
  expect(lastMs).toBeLessThan(5_200);
  expect(delayed).toEqual(Array<string>(100).fill('loud'));
});

it('has another fleet, and what a person asks for, wait behind no flood', async () => {
  const slots = createStartSlots({
    withinMs: 60_000,
    share: { tripsPerSecond: 5, onDelayed: () => undefined },
  });
  const loud = flood(slots, 'loud', 110);
  await vi.advanceTimersByTimeAsync(100);
  const calm = flood(slots, 'calm', 2);
  let asked: number | undefined;
  await slots.asked('loud', (delayMs) => {
    asked = delayMs;
    return Promise.resolve('started');
  });
  await calm.all;
  expect(calm.taken).toEqual(Array<unknown>(2).fill({ atMs: 0, delayMs: 0 }));
  expect(asked).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  await loud.all;
});

it('counts no duplicate and no failure towards the pace', async () => {
  const delayed: string[] = [];
  const share = { tripsPerSecond: 5, onDelayed: (fleet: string) => void delayed.push(fleet) };
  const slots = createStartSlots({ withinMs: 60_000, share });
  const duplicates = flood(slots, 'north', 1_000, 'duplicate');
  await vi.advanceTimersByTimeAsync(60_000);
  await duplicates.all;
  const failures = Array.from({ length: 100 }, () =>
    slots.trip('north', () => Promise.reject(new Error('unavailable'))),
  );
  const failed = Promise.allSettled(failures);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await failed).every(({ status }) => status === 'rejected')).toBe(true);
  const { taken, all } = flood(slots, 'north', 2);
  await all;
  expect(taken.every(({ delayMs }) => delayMs === 0)).toBe(true);
  expect(delayed).toEqual([]);
});

it.each([
  [10, 8, 500],
  [10, 10, 300],
  [2, 2, 1_500],
  [0.5, 0.5, 4_000],
])(
  'refuses nothing of a fleet that keeps its pace of %s a second with %s, however slowly Temporal answers (%s ms)',
  async (tripsPerSecond, arriving, tookMs) => {
    const slots = createStartSlots({
      withinMs: 5_000,
      share: { tripsPerSecond, onDelayed: () => undefined },
    });
    const all: Promise<Started>[] = [];
    for (let index = 0; index < 60; index += 1) {
      all.push(slots.trip('north', () => new Promise((done) => setTimeout(() => done('started'), tookMs))));
      await vi.advanceTimersByTimeAsync(1_000 / arriving);
    }
    const settled = Promise.allSettled(all);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await settled).filter(({ status }) => status === 'rejected')).toEqual([]);
  },
);

it.each([0.1, 0.5, 1, 5, 50])(
  'takes a burst of fifty at a pace of %s a second, and refuses none',
  async (tripsPerSecond) => {
    const slots = createStartSlots({
      withinMs: 5_000,
      share: { tripsPerSecond, onDelayed: () => undefined },
    });
    const { taken, all } = flood(slots, 'north', 50);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await all).filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(Math.max(...taken.map(({ delayMs }) => delayMs))).toBeLessThanOrEqual(600_000);
  },
);

it('refuses at once what could not be taken in time, and counts it towards nothing', async () => {
  const slots = createStartSlots({
    withinMs: 5_000,
    share: { tripsPerSecond: 5, onDelayed: () => undefined },
  });
  const { taken, all } = flood(slots, 'loud', 2_000);
  await vi.advanceTimersByTimeAsync(0);
  const began = performance.now();
  await vi.advanceTimersByTimeAsync(10_000);
  const refused = (await all).filter(({ status }) => status === 'rejected').length;
  expect(refused + taken.length).toBe(2_000);
  expect(taken.length).toBeGreaterThan(100);
  expect(taken.length).toBeLessThan(120);
  // The next trip begins directly after the accepted ones.
  const next = flood(slots, 'loud', 1);
  await vi.advanceTimersByTimeAsync(1_000);
  await next.all;
  const lastBegins = Math.max(...taken.map(({ atMs, delayMs }) => atMs + delayMs));
  const nextBegins = performance.now() - 1_000 - began + next.taken[0]!.atMs + next.taken[0]!.delayMs;
  expect(nextBegins - lastBegins).toBeGreaterThan(150);
  expect(nextBegins - lastBegins).toBeLessThan(400);
});

it('takes duplicates one after the other while the fleet is behind, and lets fresh trips through beside them', async () => {
  const slots = createStartSlots({
    withinMs: 5_000,
    share: { tripsPerSecond: 2, onDelayed: () => undefined },
  });
  const behind = flood(slots, 'north', 30);
  await vi.advanceTimersByTimeAsync(5_000);
  await behind.all;
  const again = Array.from({ length: 60 }, () => slots.trip('north', () => Promise.resolve('duplicate')));
  const fresh = flood(slots, 'north', 6);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(new Set(await Promise.all(again))).toEqual(new Set(['duplicate']));
  expect((await fresh.all).every(({ status }) => status === 'fulfilled')).toBe(true);
});
