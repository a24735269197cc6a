import { beforeEach, describe, expect, it } from 'vitest';
import { createFleetPulse } from '../../activities/fleetPulse.ts';
import type { FleetPulse } from '../../activities/fleetPulse.ts';

let seconds = 0;
let pulse: FleetPulse;
beforeEach(() => {
  seconds = 0;
  pulse = createFleetPulse(() => new Date(seconds * 1000));
});
const met = (subject: string, maybeItsOwn = false) =>
  pulse.trouble('away', { fleet: 'f', subject, maybeItsOwn });

describe('trouble is the fleet’s', () => {
  it('when three trips meet it without a good answer between them', () => {
    expect([met('a', true), met('b', true), met('b', true), met('c', true)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('when one trip meets it again and again, and it cannot be the trip’s own', () => {
    const said = [0, 1, 3, 7].map((at) => {
      seconds = at;
      return met('a');
    });
    expect(said).toEqual([false, false, false, true]);
  });
});

describe('trouble is not the fleet’s', () => {
  it('while it may be one trip’s own, however often it comes', () => {
    for (seconds = 0; seconds < 3_000; seconds += 30) expect(met('a', true)).toBe(false);
  });

  it('while good answers come between', () => {
    for (const trip of ['a', 'b', 'c', 'd', 'e']) {
      expect(met(trip)).toBe(false);
      pulse.answered('f');
    }
  });

  it('of another kind, of another fleet, or long past', () => {
    met('a');
    met('b');
    expect(pulse.trouble('odd', { fleet: 'f', subject: 'c', maybeItsOwn: false })).toBe(false);
    expect(pulse.trouble('away', { fleet: 'g', subject: 'c', maybeItsOwn: false })).toBe(false);
    seconds = 3_600;
    expect(met('c')).toBe(false);
  });
});

describe('others are well', () => {
  it('when something else was read well lately', () => {
    expect(pulse.othersAreWell('f', 'a')).toBe(false);
    pulse.readWell('f', 'a');
    expect(pulse.othersAreWell('f', 'a')).toBe(false);
    pulse.readWell('f', 'b');
    pulse.readWell('f', 'a');
    expect(pulse.othersAreWell('f', 'a')).toBe(true);
    expect(pulse.othersAreWell('g', 'a')).toBe(false);
    seconds = 31 * 60;
    expect(pulse.othersAreWell('f', 'a')).toBe(false);
  });
});
