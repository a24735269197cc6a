import { beforeEach, describe, expect, it } from 'vitest';
import { createServiceEvidence } from '../../../activities/dependencies/index.ts';
import type { ServiceEvidence } from '../../../activities/dependencies/index.ts';

let seconds = 0;
let pulse: ServiceEvidence;
beforeEach(() => {
  seconds = 0;
  pulse = createServiceEvidence(() => new Date(seconds * 1000));
});
const met = (subject: string, maybeItsOwn = false) =>
  pulse.trouble('unavailable', { fleet: 'f', subject, maybeItsOwn });

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
    expect(pulse.trouble('unavailable', { fleet: 'g', subject: 'c', maybeItsOwn: false })).toBe(false);
    seconds = 3_600;
    expect(met('c')).toBe(false);
  });
});

describe('others are well', () => {
  const ask = () => pulse.othersAreWell('f', 'a');

  it('when something else was read well after this trip’s trouble began', () => {
    pulse.readWell('f', 'b');
    seconds = 1;
    expect(ask()).toBe(false);
    seconds = 2;
    expect(ask()).toBe(false);
    pulse.readWell('f', 'b');
    pulse.readWell('f', 'c');
    seconds = 3;
    expect(ask()).toBe(true);
    expect(pulse.othersAreWell('g', 'a')).toBe(false);
  });

  it('no longer when that was half an hour ago, nor when it was this very trip', () => {
    expect(ask()).toBe(false);
    seconds = 1;
    pulse.readWell('f', 'b');
    seconds = 1_700;
    expect(ask()).toBe(true);
    seconds = 1_802;
    expect(ask()).toBe(false);
    pulse.readWell('f', 'a');
    seconds = 1_803;
    expect(ask()).toBe(false);
  });
});
