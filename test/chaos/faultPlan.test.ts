import { describe, expect, it } from 'vitest';
import { faultPlan, FREEZE_MS, OPENING_FAULTS, wordsOf } from './faultPlan.ts';
import type { Fault } from './faultPlan.ts';
import { readOptions } from './options.ts';

function first(count: number, seed: number): Fault[] {
  const plan = faultPlan({ seed, everyMs: 2_000, downMs: [60_000, 120_000] });
  return Array.from({ length: count }, () => plan.next().value);
}

describe('the faults of a seed', () => {
  it('are the same every time, and others for another seed', () => {
    expect(first(100, 1)).toEqual(first(100, 1));
    expect(first(100, 1).map(wordsOf)).not.toEqual(first(100, 2).map(wordsOf));
  });

  it('reach every process in every way', () => {
    const words = new Set(first(200, 3).map(wordsOf));
    for (const name of [
      'server-1',
      'server-2',
      'worker-1',
      'worker-2',
      'temporal',
      'postgres',
      'slack',
      'smtp',
      'webhooks',
      'analytics',
    ])
      for (const what of ['killed', 'stopped for ten seconds']) expect(words).toContain(`${name} ${what}`);
    for (const what of [
      'postgres restarted',
      'temporal down',
      'analytics down',
      'slack down',
      'smtp down',
      'webhooks down',
      'slack mute',
      'smtp mute',
      'smtp accepts and drops the answer',
      'webhooks accepts and drops the answer',
      'webhooks answers 429',
      'analytics accepts and does not answer',
      'slack takes nothing and cuts the line',
      'webhooks answers 502',
    ])
      expect(words).toContain(what);
  });

  it('begin with the whole opening, whichever the seed', () => {
    const opening = (seed: number): string[] => first(OPENING_FAULTS, seed).map(wordsOf);
    for (const seed of [2, 7]) {
      expect(opening(seed)).not.toEqual(opening(1));
      expect(opening(seed).sort()).toEqual(opening(1).sort());
    }
    expect(opening(1)).toEqual(expect.arrayContaining(['worker-2 killed', 'temporal down', 'smtp killed']));
  });

  it('leave a receiver that leaves everyone in doubt in that mood for seconds alone', () => {
    const cuts = first(300, 5).filter((fault) => /cuts|502/.test(wordsOf(fault)));
    expect(cuts.length).toBeGreaterThan(10);
    for (const { ms } of cuts) expect(ms).toBeLessThanOrEqual(4_000);
  });

  it('leave time between them, and stop nobody for longer than a claim is held', () => {
    for (const { afterMs, ms, kind } of first(300, 4)) {
      expect(afterMs).toBeGreaterThanOrEqual(800);
      expect(afterMs).toBeLessThanOrEqual(3_200);
      if (kind === 'freeze') expect(ms).toBe(FREEZE_MS);
      if (kind === 'down' || kind === 'mute') expect(ms).toBeGreaterThanOrEqual(60_000);
    }
  });
});

describe('the command', () => {
  it.each([
    [['--seeds', '3-1'], 'no range'],
    [['--without', 'luck'], 'neither ledger nor claim'],
    [['--trips', 'many'], 'no number'],
    [['--trip', '1'], "Unknown option '--trip'"],
  ])('%j: %s', (argv, message) => {
    expect(() => readOptions(argv)).toThrow(message);
  });

  it('runs seeds one after another', () => {
    expect(readOptions(['--seeds', '1-3', '--trips', '500'])).toMatchObject({ seeds: [1, 2, 3], trips: 500 });
    expect(readOptions(['--start-rate', '2'])).toMatchObject({ tripsPerSecond: 2 });
    expect(readOptions([])).not.toHaveProperty('tripsPerSecond');
    expect(readOptions([])).toMatchObject({ seeds: [1], trips: 200, keep: false });
  });
});
