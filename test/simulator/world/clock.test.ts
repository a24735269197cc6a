import { expect, it } from 'vitest';
import { LocalTime, Random, SimulatedClock } from '../../../simulator/world/index.ts';

it('runs what falls due in order, each at its own moment', () => {
  const clock = new SimulatedClock({ startAtMs: 1_000, speed: 0 });
  const seen: [string, number][] = [];
  clock.at(5_000, () => seen.push(['later', clock.now()]));
  clock.at(3_000, () => {
    seen.push(['sooner', clock.now()]);
    clock.after(500, () => seen.push(['between', clock.now()]));
  });
  clock.at(9_000, () => seen.push(['never', clock.now()]));
  clock.advance(6_000);
  expect(seen).toEqual([
    ['sooner', 3_000],
    ['between', 3_500],
    ['later', 5_000],
  ]);
  expect(clock.now()).toBe(7_000);
  clock.stop();
});

it('runs by itself at its speed', async () => {
  const clock = new SimulatedClock({ startAtMs: 0, speed: 100_000 });
  const ranAt = await new Promise<number>((resolve) => clock.at(2_000_000, () => resolve(clock.now())));
  expect(ranAt).toBeGreaterThanOrEqual(2_000_000);
  clock.stop();
});

it('forgets everything when it is stopped', async () => {
  const clock = new SimulatedClock({ startAtMs: 0, speed: 1_000 });
  let ran = false;
  clock.after(1_000, () => (ran = true));
  clock.stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ran).toBe(false);
});

it('refuses to run backwards', () => {
  expect(() => new SimulatedClock({ startAtMs: 0, speed: -1 })).toThrow(RangeError);
  expect(() => new SimulatedClock({ startAtMs: 0, speed: 1 }).advance(-1)).toThrow(RangeError);
});

it('knows summer and winter time', () => {
  const berlin = new LocalTime('Europe/Berlin');
  expect(berlin.iso(Date.parse('2026-01-07T12:00:00.005Z'))).toBe('2026-01-07T13:00:00.005+01:00');
  expect(berlin.iso(Date.parse('2026-07-07T22:30:00Z'))).toBe('2026-07-08T00:30:00.000+02:00');
  expect(new LocalTime('America/St_Johns').iso(0)).toMatch(/^1969-12-31T20:30:00.000-03:30$/);
  const day = Math.floor(Date.parse('2026-03-29T00:00:00Z') / 86_400_000);
  expect(new Date(berlin.moment(day, 60)).toISOString()).toBe('2026-03-29T00:00:00.000Z');
  expect(new Date(berlin.moment(day, 240)).toISOString()).toBe('2026-03-29T02:00:00.000Z');
});

it('draws random numbers with the stated means and bounds', () => {
  const random = new Random('draws', 1);
  const many = (draw: () => number): number[] => Array.from({ length: 4_000 }, draw);
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(many(() => random.next()))).toBeCloseTo(0.5, 1);
  expect(mean(many(() => random.poisson(2.5)))).toBeCloseTo(2.5, 0);
  expect(new Set(many(() => random.integer(1, 4)))).toEqual(new Set([1, 2, 3, 4]));
  const picks = many(() => (random.weighted({ often: 9, seldom: 1 }) === 'often' ? 1 : 0));
  expect(mean(picks)).toBeCloseTo(0.9, 1);
  expect(new Random(1, 2).next()).not.toBe(new Random(2, 1).next());
});
