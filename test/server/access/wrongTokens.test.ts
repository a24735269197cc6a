import { expect, it } from 'vitest';
import { WRONG_TOKEN_LIMITS, wrongTokenBrake } from '../../../server/access/index.ts';

/** Creates a brake on its own clock, and records its waits. */
function braked(limits: Partial<typeof WRONG_TOKEN_LIMITS> = {}) {
  let seconds = 0;
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const brake = wrongTokenBrake(
    { ...WRONG_TOKEN_LIMITS, ...limits },
    {
      now: () => seconds * 1000,
      wait: (ms) => new Promise<void>((end) => waits.push({ ms, end })),
    },
  );
  let answered = 0;
  const guess = async (times: number): Promise<number> => {
    const before = answered;
    for (let index = 0; index < times; index += 1) void brake().then(() => (answered += 1));
    await Promise.resolve();
    await Promise.resolve();
    return answered - before;
  };
  return { guess, waits, pass: (more: number) => (seconds += more), answered: () => answered };
}

it('answers a burst at once, and a second later each one beyond', async () => {
  const { guess, waits } = braked();
  expect(await guess(100)).toBe(100);
  expect(await guess(3)).toBe(0);
  expect(waits.map(({ ms }) => ms)).toEqual([1_000, 1_000, 1_000]);
});

it('lets a few through each second, and after a while a burst again, no larger one', async () => {
  const { guess, pass } = braked();
  await guess(100);
  pass(0.5);
  expect(await guess(12)).toBe(10);
  pass(3_600);
  expect(await guess(110)).toBe(100);
});

it('lets so many wait and no more, whatever comes', async () => {
  const { guess, waits, answered } = braked({ burst: 0, mostWaiting: 5 });
  expect(await guess(1_000)).toBe(995);
  expect(waits).toHaveLength(5);
  for (const { end } of waits) end();
  await new Promise(setImmediate);
  expect(answered()).toBe(1_000);
  expect(await guess(5)).toBe(0);
});
