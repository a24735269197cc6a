import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { oneAtATime, registerQueried } from '../../../server/metrics/index.ts';

/** Makes a query that ends on request. */
function slowQuery() {
  const ends: (() => void)[] = [];
  const query = (): Promise<number> => new Promise((done) => ends.push(() => done(ends.length)));
  return { ends, query };
}

describe('a check that many ask for at once', () => {
  it('is made once, and anew for whoever comes after it', async () => {
    const { ends, query } = slowQuery();
    const shared = oneAtATime(query);
    const crowd = [shared(), shared(), shared()];
    expect(ends).toHaveLength(1);
    ends[0]!();
    expect(await Promise.all(crowd)).toEqual([1, 1, 1]);
    const later = shared();
    ends[1]!();
    expect(await later).toBe(2);
  });

  it('fails for all of them, and is made again', async () => {
    let queries = 0;
    const shared = oneAtATime(() => Promise.reject(new Error(`look ${(queries += 1)}`)));
    const crowd = await Promise.allSettled([shared(), shared()]);
    const reasons = crowd.map((each) => each.status === 'rejected' && String(each.reason));
    expect(reasons).toEqual(['Error: look 1', 'Error: look 1']);
    await expect(shared()).rejects.toThrow('look 2');
  });
});

it('a gauge asks the database once for a crowd of readers', async () => {
  const { ends, query } = slowQuery();
  const registry = new Registry();
  const rows = async () => [[{}, await query()]] as const;
  registerQueried(registry, { name: 'looks', help: 'Looks', labels: [], rows });
  const crowd = Array.from({ length: 20 }, () => registry.metrics());
  expect(ends).toHaveLength(1);
  ends[0]!();
  for (const text of await Promise.all(crowd)) expect(text).toContain('looks 1');
});
