import { expect, it } from 'vitest';
import { createFairTurns, NoTurnError } from '../../server/fairTurns.ts';

/** Work that ends when it is told to. */
function held(): { readonly work: () => Promise<void>; readonly end: () => void } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end: () => end() };
}

it('takes turns between those who wait, and keeps the order of each', async () => {
  const turns = createFairTurns({ atOnce: 1, withinMs: 20_000 });
  const first = held();
  const order: string[] = [];
  const note = (name: string) => async (): Promise<void> => void order.push(await Promise.resolve(name));
  const all = [
    turns.run('loud', first.work),
    ...['l1', 'l2', 'l3'].map((name) => turns.run('loud', note(name))),
    ...['c1', 'c2'].map((name) => turns.run('calm', note(name))),
  ];
  first.end();
  await Promise.all(all);
  expect(order).toEqual(['l1', 'c1', 'l2', 'c2', 'l3']);
});

it('runs no more at once than it may, and goes on after a failure', async () => {
  const turns = createFairTurns({ atOnce: 3, withinMs: 20_000 });
  let running = 0;
  let most = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_each, index) =>
      turns.run('loud', async () => {
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
  const turns = createFairTurns({ atOnce: 1, withinMs: 5 });
  const first = held();
  const running = turns.run('loud', first.work);
  await expect(turns.run('loud', () => Promise.resolve())).rejects.toThrow(NoTurnError);
  await expect(turns.run('calm', () => Promise.resolve())).rejects.toThrow(NoTurnError);
  first.end();
  await running;
  expect(await turns.run('calm', () => Promise.resolve('done'))).toBe('done');
});
