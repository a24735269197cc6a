import { describe, expect, it } from 'vitest';
import { DEFAULT_CAPS, capGuard, tripGuard } from '../../../activities/deletions/index.ts';
import type { Trip } from '../../../rules/vocabulary/index.ts';

const trip: Trip = { driverId: 'd', tripId: 't', ratings: {}, events: [], extra: {}, problems: [] };
const same = { requested: 'hash', decided: 'hash', now: 'hash', matches: true };

describe('what speaks against deleting a trip', () => {
  it.each<
    [string, Partial<Trip> & { events?: Trip['events'] }, Parameters<typeof tripGuard>[1], string | undefined]
  >([
    ['nothing', {}, same, undefined],
    ['a collision by code', { events: [{ typeCode: 4, extra: {} }] }, same, 'has_collision'],
    ['a collision by name', { events: [{ typeName: 'COLLISION', extra: {} }] }, same, 'has_collision'],
    ['another content than was decided', {}, { ...same, now: 'new' }, 'changed_since_decision'],
    ['no decision', {}, { ...same, decided: null }, 'changed_since_decision'],
    ['new content that the rule matches too', {}, { ...same, requested: 'old' }, undefined],
    [
      'new content that the rule does not match',
      {},
      { ...same, requested: 'old', matches: false },
      'changed_since_decision',
    ],
    [
      'a request of which the content is not known, and no match',
      {},
      { ...same, requested: null, matches: false },
      'changed_since_decision',
    ],
    ['a rule that does not match any more', {}, { ...same, matches: false }, 'no_longer_matched'],
  ])('%s', (_what, change, contents, expected) => {
    expect(tripGuard({ ...trip, ...change }, contents)).toBe(expected);
  });

  it('events that are not known', () => {
    const { events: _events, ...unknown } = trip;
    expect(tripGuard(unknown, same)).toBe('events_unknown');
  });
});

describe('the caps of a day', () => {
  it.each([
    [{ ruleDeletions: 9, fleetDeletions: 9, fleetTrips: 10 }, undefined],
    [{ ruleDeletions: 10, fleetDeletions: 10, fleetTrips: 1000 }, 'daily_cap_reached'],
    [{ ruleDeletions: 0, fleetDeletions: 0, fleetTrips: 19 }, undefined],
    [{ ruleDeletions: 0, fleetDeletions: 0, fleetTrips: 20 }, undefined],
    [{ ruleDeletions: 0, fleetDeletions: 1, fleetTrips: 20 }, 'daily_share_reached'],
    [{ ruleDeletions: 4, fleetDeletions: 4, fleetTrips: 100 }, undefined],
    [{ ruleDeletions: 5, fleetDeletions: 5, fleetTrips: 100 }, 'daily_share_reached'],
  ])('%j: %s', (figures, expected) => {
    expect(capGuard(figures, DEFAULT_CAPS)).toBe(expected);
  });
});
