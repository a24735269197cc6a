import { afterEach, describe, expect, it, vi } from 'vitest';
import { NoSlotError, createFairSlots } from '../../temporal/index.ts';
import type { Slot } from '../../temporal/index.ts';

afterEach(() => void vi.useRealTimers());

/** Makes work that ends on request. */
function held(): { readonly work: () => Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end: () => end() };
}

it('takes turns between those who wait, and keeps the order of each', async () => {
  const slots = createFairSlots({ atOnce: 1, withinMs: 20_000 });
  const first = held();
  const order: string[] = [];
  const note = (name: string) => async (): Promise<void> => void order.push(await Promise.resolve(name));
  const all = [
    slots.run('loud', first.work),
    ...['l1', 'l2', 'l3'].map((name) => slots.run('loud', note(name))),
    ...['c1', 'c2'].map((name) => slots.run('calm', note(name))),
  ];
  first.end();
  await Promise.all(all);
  expect(order).toEqual(['l1', 'c1', 'l2', 'c2', 'l3']);
});

it('runs no more at once than it may, and goes on after a failure', async () => {
  const slots = createFairSlots({ atOnce: 3, withinMs: 20_000 });
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_each, index) =>
      slots.run('loud', async () => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        running -= 1;
        if (index % 2 === 0) throw new Error('failed');
      }),
    ),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(most).toBe(3);
});

it('lets nobody wait for ever, and forgets who went', async () => {
  const slots = createFairSlots({ atOnce: 1, withinMs: 5 });
  const first = held();
  const running = slots.run('loud', first.work);
  await expect(slots.run('loud', () => Promise.resolve())).rejects.toThrow(NoSlotError);
  await expect(slots.run('calm', () => Promise.resolve())).rejects.toThrow(NoSlotError);
  first.end();
  await running;
  expect(await slots.run('calm', () => Promise.resolve('done'))).toBe('done');
});

describe('with a limit for each', () => {
  const TWO = { atOnce: 2, mostWaiting: 100 };

  it('refuses at once what would wait in vain', async () => {
    const slots = createFairSlots({ atOnce: 4, withinMs: 20_000 });
    const first = held();
    const share = { atOnce: 1, mostWaiting: 2 };
    const done = (name: string) => slots.run(name, () => Promise.resolve(name), share);
    const running = slots.run('loud', first.work, share);
    const waiting = [done('loud'), done('loud')];
    await expect(done('loud')).rejects.toThrow(NoSlotError);
    expect(await done('calm')).toBe('calm');
    first.end();
    await running;
    expect(await Promise.all(waiting)).toEqual(['loud', 'loud']);
  });

  it('gives one no more turns than it may have, and lets others go past', async () => {
    const slots = createFairSlots({ atOnce: 4, withinMs: 20_000 });
    const loud = [held(), held(), held()];
    const begun: string[] = [];
    const all = loud.map(({ work }, index) =>
      slots.run(
        'loud',
        () => {
          begun.push(`loud ${index}`);
          return work();
        },
        TWO,
      ),
    );
    await slots.run('calm', () => Promise.resolve(begun.push('calm')));
    expect(begun).toEqual(['loud 0', 'loud 1', 'calm']);
    for (const { end } of loud) end();
    await Promise.all(all);
    expect(begun).toEqual(['loud 0', 'loud 1', 'calm', 'loud 2']);
  });

  it('lets work rest after its end: the next one of the same waits for that, and nobody else', async () => {
    vi.useFakeTimers();
    const slots = createFairSlots({ atOnce: 1, withinMs: 20_000 });
    const begun: string[] = [];
    const work = (name: string, restMs: number) => (slot: Slot) => {
      begun.push(name);
      slot.rest(restMs);
      return Promise.resolve();
    };
    const first = slots.run('loud', work('loud 1', 1_000));
    const second = slots.run('loud', work('loud 2', 0));
    await first;
    await slots.run('calm', work('calm', 0));
    await vi.advanceTimersByTimeAsync(999);
    expect(begun).toEqual(['loud 1', 'calm']);
    await vi.advanceTimersByTimeAsync(1);
    await second;
    expect(begun).toEqual(['loud 1', 'calm', 'loud 2']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('loses no turn, whatever rests, fails or gives up waiting', async () => {
    vi.useFakeTimers();
    const slots = createFairSlots({ atOnce: 3, withinMs: 50 });
    const lasts = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
    const all = Array.from({ length: 300 }, (_each, index) =>
      slots.run(
        `fleet ${index % 7}`,
        async (slot) => {
          slot.rest(index % 3 === 0 ? 5 : 0);
          await lasts(index % 4);
          if (index % 5 === 0) throw new Error('failed');
        },
        { ...TWO, mostWaiting: 30 },
      ),
    );
    const settled = Promise.allSettled(all);
    await vi.advanceTimersByTimeAsync(1_000);
    const reasons = (await settled).flatMap((each) =>
      each.status === 'rejected' ? [each.reason as Error] : [],
    );
    expect(new Set(reasons.map(({ name }) => name))).toEqual(new Set(['Error', 'NoSlotError']));
    // All slots are free again: three at once, two of one fleet.
    const most = { all: 0, loud: 0 };
    const now = { all: 0, loud: 0 };
    const counted = (isLoud: boolean) => async (): Promise<void> => {
      now.all += 1;
      if (isLoud) now.loud += 1;
      most.all = Math.max(most.all, now.all);
      most.loud = Math.max(most.loud, now.loud);
      await lasts(1);
      now.all -= 1;
      if (isLoud) now.loud -= 1;
    };
    const again = Promise.all(
      Array.from({ length: 12 }, (_each, index) =>
        slots.run(index % 2 ? 'loud' : 'calm', counted(index % 2 === 1), TWO),
      ),
    );
    await vi.advanceTimersByTimeAsync(100);
    await again;
    expect(most).toEqual({ all: 3, loud: 2 });
  });
});
