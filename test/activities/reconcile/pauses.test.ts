import { expect, it } from 'vitest';
import { createConcurrency } from '../../../activities/reconcile/index.ts';

/** Makes calls of these durations with a rest after each. @returns the length of each rest */
async function restsAfter(calls: readonly number[]): Promise<number[]> {
  const rests: number[] = [];
  let now = 5_000;
  const concurrency = createConcurrency({
    now: () => now,
    wait: (ms) => {
      rests.push(ms);
      now += ms;
      return Promise.resolve();
    },
  });
  for (const took of calls) {
    now += took;
    await concurrency.rest();
  }
  return rests;
}

it('a reconciliation run rests for as long as its last call took, its own rest not counted', async () => {
  expect(await restsAfter([120, 800, 300])).toEqual([120, 800, 300]);
});

it('never less than a moment, and never so long that the reconciliation run would not end', async () => {
  expect(await restsAfter([1, 30_000, 2_000])).toEqual([20, 2_000, 2_000]);
});
