import { describe, expect, it } from 'vitest';
import { holds } from './conditions.ts';
import { cappedDeletions, DELETION, expectedEffects, readDocuments, withReceiver } from './oracle.ts';
import type { Documents, RuleDocument } from './oracle.ts';
import { BLOCK, serviceTrip, tripOf } from './world.ts';

const documents = readDocuments();
const byReceiver = (expected: ReadonlyMap<string, number>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const [key, count] of expected) {
    const receiver = key.split(' ')[0]!;
    counts[receiver] = (counts[receiver] ?? 0) + count;
  }
  return counts;
};

describe('the oracle', () => {
  it('says for a block of trips who must be notified about whom, in every order of it', () => {
    for (const seed of [1, 2, 3])
      expect(byReceiver(expectedEffects(documents, { seed, trips: BLOCK }))).toEqual({
        '#collisions': 4,
        'safety@chaos.example': 4,
        '/collisions': 4,
        '#urgent': 4,
        'on-call@chaos.example': 4,
        '/urgent': 4,
        '#phones': 1,
        'phones@chaos.example': 1,
        'brakes@chaos.example': 1,
        '/brakes': 1,
        '#ratings': 2,
        '/test-drives': 2,
        // Drivers 0, 1, 2 and 14 collide, driver 4 brakes harshly; every third is in the north, and the south has no Slack.
        '#north': 2,
        'north@chaos.example': 1,
        'south@chaos.example': 2,
        '#region': 3,
        'region@chaos.example': 1,
        // Drivers 0 and 1 are in no group, driver 2 in one and driver 14 in both, whose entries share a recipient.
        'ungrouped@chaos.example': 2,
        'harbour@chaos.example': 2,
        'express@chaos.example': 1,
        'yards@chaos.example': 2,
        [DELETION]: 1,
      });
  });

  it('expects no deletion of a trip with a collision, nor more than the cap', () => {
    const world = { seed: 5, trips: 10 * BLOCK };
    const all = Array.from({ length: world.trips }, (_each, index) => tripOf(world.seed, index));
    const dueOf = (km: number, hasCollision: boolean): string[] =>
      all
        .filter(({ distanceKm, events }) => distanceKm === km && events.includes(4) === hasCollision)
        .map(({ driverId }) => driverId.slice(0, 11));
    const [capped, ...more] = cappedDeletions(documents, world);
    expect(more).toEqual([]);
    expect(capped).toEqual({ rule: 'yard-move', cap: 4, drivers: new Set(dueOf(0.2, false)) });
    expect(capped!.drivers.size).toBe(10);
    const deleted = [...expectedEffects(documents, world).keys()].filter((key) => key.startsWith(DELETION));
    expect(deleted.sort()).toEqual(
      dueOf(0.7, false)
        .map((driver) => `${DELETION} ${driver}`)
        .sort(),
    );
    expect(dueOf(0.7, true)).toHaveLength(10);
  });

  it('sends the webhooks of its documents to the receiver of the run', () => {
    const text = JSON.stringify(withReceiver(documents, 'http://127.0.0.1:15000'));
    expect(text).toContain('"http://127.0.0.1:15000/collisions"');
    expect(text).not.toContain('.invalid');
  });

  it('expects nothing of a rule in shadow', () => {
    const expected = expectedEffects(documents, { seed: 1, trips: 200 });
    expect([...expected.keys()].filter((key) => key.includes('everything'))).toEqual([]);
  });

  it('expects no alert of a window that its trips do not reach', () => {
    const phones = (trips: number): number =>
      byReceiver(expectedEffects(documents, { seed: 1, trips }))['#phones'] ?? 0;
    const last = Array.from({ length: BLOCK }, (_each, index) => tripOf(1, index)).findLastIndex(
      ({ driverId }) => driverId.startsWith('drv-0000003'),
    );
    expect(phones(last)).toBe(0);
    expect(phones(last + 1)).toBe(1);
  });

  it('refuses a rule whose alerts depend on the order of trips', () => {
    const rule: RuleDocument = {
      ...documents.rules.find(({ id }) => id === 'phone-use')!,
      conditions: {
        fact: 'driver.events.count',
        params: { type: 'PHONE_USE', window: '7d' },
        operator: 'greaterThanInclusive',
        value: 2,
      },
    };
    const ask = (): unknown =>
      expectedEffects({ ...documents, rules: [rule] } satisfies Documents, { seed: 1, trips: BLOCK });
    expect(ask).toThrow('depends on the order');
  });

  it.each([
    [{ not: { fact: 'trip.phone_use_rating', operator: 'greaterThan', value: 2 } }, undefined],
    [{ all: [unrated(), { fact: 'trip.distance_km', operator: 'greaterThan', value: 900 }] }, false],
    [{ any: [unrated(), { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] }, true],
    [{ all: [unrated(), { fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] }, undefined],
  ])('knows three values: %j is %s', (condition, truth) => {
    const trip = serviceTrip({ ...tripOf(1, 0), distanceKm: 50, phoneRating: -1 }, new Date());
    expect(holds(condition, trip, [trip])).toBe(truth);
  });

  function unrated(): object {
    return { fact: 'trip.phone_use_rating', operator: 'lessThan', value: 3 };
  }
});

describe('the world', () => {
  it('has drivers that share a trip id, and ids that hold nearly anything', () => {
    const trips = Array.from({ length: 100 }, (_each, index) => tripOf(1, index));
    const drivers = new Map<string, Set<string>>();
    for (const { tripId, driverId } of trips)
      drivers.set(tripId, (drivers.get(tripId) ?? new Set()).add(driverId));
    expect([...drivers.values()].some((sharing) => sharing.size > 1)).toBe(true);
    expect(trips.some(({ driverId }) => driverId.includes('/a b:c@'))).toBe(true);
    const keys = new Set(trips.map(({ driverId, tripId }) => `${driverId} ${tripId}`));
    expect(keys.size).toBe(100);
  });
});
