import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Problem, createFairShare } from '../../../server/http/index.ts';

const LIMITS = { atOnce: 4, ofFleet: 3, ofToken: 2, waitingOfToken: 5, withinMs: 60_000 };
const north = (who: string) => ({ fleet: 'north', who });
const south = { fleet: 'south', who: 'sue' };

/** Makes work that runs until `end` is called. */
function held() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begun = 0;
  return {
    work: () => {
      begun += 1;
      return ended;
    },
    end,
    begun: () => begun,
  };
}

describe('a share of the server', () => {
  it('leaves a slot to another fleet while every token of one fleet floods it', async () => {
    const share = createFairShare(LIMITS);
    const flood = held();
    const all = ['a', 'b', 'c', 'd'].flatMap((who) => [1, 2, 3].map(() => share.run(north(who), flood.work)));
    await turn();
    expect(flood.begun()).toBe(3);
    await expect(share.run(south, () => Promise.resolve('answered'))).resolves.toBe('answered');
    flood.end();
    await Promise.all(all);
    expect(flood.begun()).toBe(12);
  });

  it('leaves a slot of a fleet to its other tokens while one of them floods it', async () => {
    const share = createFairShare(LIMITS);
    const flood = held();
    const all = [1, 2, 3, 4, 5].map(() => share.run(north('script'), flood.work));
    await turn();
    expect(flood.begun()).toBe(2);
    await expect(share.run(north('ann'), () => Promise.resolve('answered'))).resolves.toBe('answered');
    flood.end();
    await Promise.all(all);
  });

  it('refuses a request beyond those that may wait, and begins nothing of it', async () => {
    const share = createFairShare(LIMITS);
    const flood = held();
    const running = [1, 2, 3, 4, 5, 6, 7].map(() => share.run(north('script'), flood.work));
    const refused = await share.run(north('script'), flood.work).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    flood.end();
    await Promise.all(running);
    expect(flood.begun()).toBe(7);
  });

  it('passes on what the work throws', async () => {
    const share = createFairShare(LIMITS);
    await expect(share.run(south, () => Promise.reject(new Error('inside')))).rejects.toThrow('inside');
  });
});
