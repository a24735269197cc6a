import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { lanesFor, sideBySide } from '../../../activities/reconcile/index.ts';

const numbers = Array.from({ length: 40 }, (_each, index) => index);
const free = { stopCheck: () => undefined, isOver: () => false };

describe('work side by side', () => {
  it('does each thing once, and never more at a time than there are lanes', async () => {
    const done: number[] = [];
    let [underWay, most] = [0, 0];
    await sideBySide(numbers, {
      ...free,
      lanes: 4,
      async work(item) {
        underWay += 1;
        most = Math.max(most, underWay);
        await pause(item % 3);
        underWay -= 1;
        done.push(item);
      },
    });
    expect([...done].sort((one, other) => one - other)).toEqual(numbers);
    expect(most).toBe(4);
  });

  it('begins nothing after a failure, and fails when all lanes stand still', async () => {
    let [begun, underWay] = [0, 0];
    const failing = sideBySide(numbers, {
      ...free,
      lanes: 3,
      async work(item) {
        begun += 1;
        underWay += 1;
        await pause(item === 4 ? 0 : 5);
        underWay -= 1;
        if (item === 4) throw new Error('unavailable');
      },
    });
    await expect(failing).rejects.toThrow('unavailable');
    expect(underWay).toBe(0);
    expect(begun).toBeLessThan(12);
  });

  it('leaves what is left when its time is over, or when someone stops it', async () => {
    const done: number[] = [];
    const work = (item: number): Promise<void> => Promise.resolve(void done.push(item));
    await sideBySide(numbers, { ...free, lanes: 2, isOver: () => done.length >= 10, work });
    expect(done.length).toBeLessThan(15);
    const stopCheck = (): void => {
      throw new Error('stopped');
    };
    await expect(sideBySide(numbers, { ...free, lanes: 2, stopCheck, work })).rejects.toThrow('stopped');
  });
});

describe('how many calls a reconciliation run has under way', () => {
  it.each([
    [0, 1, 1],
    [500, 1, 1],
    [501, 1, 2],
    [30_000, 1, 4],
    [30_000, 2, 1],
  ])('%s drivers, attempt %s: %s', (drivers, attempt, lanes) => {
    expect(lanesFor({ drivers, attempt })).toBe(lanes);
  });
});
