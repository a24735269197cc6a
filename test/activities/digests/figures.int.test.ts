import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DigestContent, DigestDriver } from '../../../messages/digests/index.ts';
import { startSimulator } from '../../../simulator/simulator.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { digestRun } from '../../support/digests/run.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

/**
 * Compares a digest of a simulated fleet, with all its quirks, with figures computed here from the service's answers. They come
 * from each driver's own score and trips, not from the list that the digest reads, and without a line of the project.
 */
const KEY = 'planted-simulator-key';
const FLEET = 'north';
const NOW = { from: '2026-06-01', to: '2026-06-07' };
const BEFORE = { from: '2026-05-25', to: '2026-05-31' };
const MIN_TRIPS = 3;

type Body = Record<string, unknown>;
interface ComposedMessage {
  readonly score: number | null;
  readonly trips: number;
  readonly km: number;
}
interface Drive {
  readonly driverId: string;
  readonly tripId: string;
  readonly km: number;
  readonly start: string;
  readonly end: string;
  readonly events: readonly string[];
}

const database = useDatabase();
let simulator: Simulator;
let content: DigestContent;
let driverIds: readonly string[];
const messages = { now: new Map<string, ComposedMessage>(), before: new Map<string, ComposedMessage>() };
const drives: Drive[] = [];

async function ask(path: string, method = 'GET'): Promise<Body> {
  const joint = path.includes('?') ? '&' : '?';
  const answer = await fetch(`${simulator.url}/v3${path}${joint}apikey=${KEY}`, { method });
  return (await answer.json()) as Body;
}

function at(value: unknown, ...names: string[]): unknown {
  return names.reduce((found, name) => (found as Body | undefined)?.[name], value);
}

async function readDriver(id: string, range: typeof NOW): Promise<ComposedMessage> {
  const body = await ask(
    `/driver/${encodeURIComponent(id)}/score?start_date=${range.from}&end_date=${range.to}`,
  );
  const score =
    at(body, 'driving_behavior', 'score', 'service_score') ?? at(body, 'driving_behavior', 'service_score');
  return {
    score: typeof score === 'number' && score >= 0 ? score : null,
    trips: Number(at(body, 'info', 'trip_count') ?? at(body, 'info', 'num_trips')),
    km: Number(at(body, 'info', 'distance_km')),
  };
}

async function readDrives(driverId: string): Promise<void> {
  const path = `/driver/${encodeURIComponent(driverId)}`;
  for (let offset = 0, full = true; full; offset += 50) {
    const page = await ask(
      `${path}/trips?start_date=${BEFORE.from}&end_date=${NOW.to}&limit=50&offset=${offset}`,
    );
    const listed = page['trips'] as Body[];
    full = listed.length === 50;
    for (const { trip_id: tripId } of listed) {
      const trip = await ask(`${path}/trip/${String(tripId)}?fields=info,events`);
      drives.push({
        driverId,
        tripId: String(tripId),
        km: Number(at(trip, 'info', 'distance_km')),
        start: String(at(trip, 'info', 'start_time')),
        end: String(at(trip, 'info', 'end_time')),
        events: ((trip['events'] ?? []) as Body[]).map((event) => String(event['event_type_name'])),
      });
    }
  }
}

/** Keeps the trips as rows, as a worker would have. */
async function store(): Promise<void> {
  const { db } = database;
  for (const drive of drives) {
    const key = { fleetId: FLEET, driverId: drive.driverId, tripId: drive.tripId };
    const ended = new Date(drive.end);
    await db
      .insertInto('trips')
      .values({
        ...key,
        state: 'decided',
        revision: 1,
        contentHash: 'kept',
        distanceKm: drive.km,
        eventsKnown: true,
        startTime: drive.start,
        endTime: drive.end,
        endedAt: ended,
        firstReceivedAt: ended,
        scoreUnrated: false,
      })
      .execute();
    if (drive.events.length === 0) continue;
    await db
      .insertInto('tripEvents')
      .values(
        drive.events.map((typeName, position) => ({ ...key, position, typeName, extra: '{}' as never })),
      )
      .execute();
  }
}

beforeAll(async () => {
  simulator = await startSimulator({
    apiKey: KEY,
    seed: 11,
    drivers: 52,
    startAt: '2026-06-10T12:00:00Z',
    speed: 0,
    historyDays: 80,
    groups: ['north', 'south'],
  });
  driverIds = simulator.drivers().map(({ driverId }) => driverId);
  simulator.dropScore(driverIds[20]!, { points: 40, from: '2026-06-04' });
  simulator.dropScore(driverIds[21]!, { points: -5, from: '2026-06-04' });
  for (const driverId of driverIds) await readDrives(driverId);
  await store();
  // One trip is deleted here after it was stored, as a deletion by a rule does it.
  const victim = drives.find((each) => each.driverId === driverIds[1] && each.start >= NOW.from)!;
  await ask(`/driver/${encodeURIComponent(victim.driverId)}/trip/${victim.tripId}`, 'DELETE');
  drives.splice(drives.indexOf(victim), 1);
  const ofVictim = { fleetId: FLEET, driverId: victim.driverId, tripId: victim.tripId };
  await database.db
    .updateTable('trips')
    .set({ state: 'deleted' })
    .where((row) => row.and(ofVictim))
    .execute();
  await database.db
    .insertInto('deletions')
    .values({
      ...ofVictim,
      rule: 'invalid',
      version: 1,
      state: 'deleted',
      approval: 'auto',
      attempts: 1,
      requestedAt: new Date(NOW.from),
      expiresAt: new Date(NOW.to),
      settledAt: new Date('2026-06-05T10:00:00Z'),
      scoreBefore: 61,
      scoreAfter: 64,
    })
    .execute();
  for (const driverId of driverIds) {
    messages.now.set(driverId, await readDriver(driverId, NOW));
    messages.before.set(driverId, await readDriver(driverId, BEFORE));
  }
  const analytics = { baseUrl: simulator.url, apiKey: KEY };
  content = await (
    await digestRun(database.db, { fleetId: FLEET, analytics, now: NOW, before: BEFORE })
  ).content();
}, 240_000);
afterAll(() => simulator.close());

const of = (range: 'now' | 'before', id: string): ComposedMessage => messages[range].get(id)!;
const driven = (range: 'now' | 'before'): string[] => driverIds.filter((id) => of(range, id).trips > 0);
const isIn = (drive: Drive, range: typeof NOW): boolean => {
  const date = new Date(drive.start).toISOString().slice(0, 10);
  return date >= range.from && date <= range.to;
};

/** Returns drivers whose score moved in the direction of `sign`, the largest change first. */
function moved(sign: -1 | 1): { driverId: string; change: number }[] {
  return driverIds
    .filter((id) => of('now', id).trips >= MIN_TRIPS && of('before', id).trips >= MIN_TRIPS)
    .flatMap((driverId) => {
      const [now, before] = [of('now', driverId).score, of('before', driverId).score];
      return now === null || before === null ? [] : [{ driverId, change: now - before }];
    })
    .filter(({ change }) => change * sign > 0)
    .sort((one, other) => (other.change - one.change) * sign || (one.driverId < other.driverId ? -1 : 1));
}

/** Compares two rankings. Equal figures may be in either order, because the database orders them. */
function sameRanking(list: readonly DigestDriver[], expected: { driverId: string; change: number }[]): void {
  expect(list.map((each) => each.change)).toEqual(expected.slice(0, list.length).map(({ change }) => expect.closeTo(change, 5) as number)); // prettier-ignore
  for (const { driverId, change } of list)
    expect(expected.find((each) => each.driverId === driverId)?.change).toBeCloseTo(change!, 5);
}

describe('the figures of a digest', () => {
  it('are of a fleet in which something happened', () => {
    expect(content.caveats).toEqual([]);
    expect(driven('now').length).toBeGreaterThan(50);
    expect(content.drivers?.silent.total).toBeGreaterThan(0);
    expect(content.devices?.total).toBeGreaterThan(0);
  });

  it('rank who fell and who rose by the score at the end of each range', () => {
    const fell = moved(-1);
    expect(content.drivers?.fell.total).toBe(fell.length);
    sameRanking(content.drivers!.fell.drivers, fell);
    expect(content.drivers?.fell.drivers[0]?.driverId).toBe(driverIds[20]);
    expect(content.drivers?.rose.total).toBe(moved(1).length);
    sameRanking(content.drivers!.rose.drivers, moved(1));
  });

  it('count who drove, who drove too little, who is not rated, and who went silent', () => {
    const active = driven('now');
    expect(content.drivers?.active.value).toBe(active.length);
    expect(content.drivers?.tooFewTrips.value).toBe(
      active.filter((id) => of('now', id).trips < MIN_TRIPS).length,
    );
    expect(content.drivers?.notRated.value).toBe(active.filter((id) => of('now', id).score === null).length);
    const silent = driven('before').filter((id) => of('now', id).trips === 0);
    expect(content.drivers?.silent.total).toBe(silent.length);
    expect(silent).toEqual(
      expect.arrayContaining(content.drivers!.silent.drivers.map((each) => each.driverId)),
    );
    const both = active.filter((id) =>
      ['now', 'before'].every((range) => {
        const { trips, score } = of(range as 'now' | 'before', id);
        return trips >= MIN_TRIPS && score !== null;
      }),
    );
    expect(content.drivers?.comparable?.value).toBe(both.length);
    const low = active.filter((id) => of('now', id).trips >= MIN_TRIPS && (of('now', id).score ?? 100) < 70);
    expect(content.drivers?.needAttention.total).toBe(low.length);
  });

  it('add up trips and distance, the deleted trip left out of both', () => {
    const sum = (range: 'now' | 'before', read: (driver: ComposedMessage) => number): number =>
      driven(range).reduce((total, id) => total + read(of(range, id)), 0);
    expect(content.driving?.trips).toMatchObject({
      value: sum('now', (each) => each.trips),
      before: sum('before', (each) => each.trips),
    });
    expect(content.driving?.distanceKm.value).toBeCloseTo(
      sum('now', (each) => each.km),
      1,
    );
    expect(content.coverage).toMatchObject({
      known: { value: drives.filter((each) => isIn(each, NOW)).length },
      evaluated: { value: drives.filter((each) => isIn(each, NOW)).length },
      parked: { value: 0 },
    });
    expect(content.deletions).toMatchObject({
      total: 1,
      waiting: 0,
      deleted: [{ driverId: driverIds[1], rule: 'invalid', scoreBefore: 61, scoreAfter: 64 }],
    });
  });

  it('average the scores of all drivers as the service does, for the fleet and each group', () => {
    const mean = (range: 'now' | 'before', ids: readonly string[]): number => {
      const scores = ids.flatMap((id) => of(range, id).score ?? []);
      return scores.reduce((sum, score) => sum + score, 0) / scores.length;
    };
    expect(content.scores?.score.value).toBeCloseTo(mean('now', driven('now')), 1);
    expect(content.scores?.score.before).toBeCloseTo(mean('before', driven('before')), 1);
    expect(content.scores?.line.map((each) => each.to)).toEqual(['2026-04-19', '2026-04-26', '2026-05-03', '2026-05-10', '2026-05-17', '2026-05-24', '2026-05-31', '2026-06-07']); // prettier-ignore
    expect(content.scores?.line.at(-1)?.score).toBe(content.scores?.score.value);
    expect(content.scores?.line.at(-2)?.score).toBe(content.scores?.score.before);
    expect(content.byGroup?.map((each) => each.group)).toEqual(['north', 'south']);
    const north = new Set(
      simulator.drivers().flatMap(({ driverId, group }) => (group === 'north' ? [driverId] : [])),
    );
    const inNorth = driven('now').filter((id) => north.has(id));
    expect(content.byGroup?.[0]).toMatchObject({ drivers: { value: inNorth.length } });
    expect(content.byGroup?.[0]?.score.value).toBeCloseTo(mean('now', inNorth), 1);
  });

  it('say what drove a change: events per 100 km of the trips evaluated', () => {
    const rate = (list: readonly Drive[], type: string): number =>
      (list.flatMap((each) => each.events).filter((each) => each === type).length /
        list.reduce((sum, each) => sum + each.km, 0)) *
      100;
    expect(content.driving?.events.length).toBeGreaterThan(3);
    for (const { eventType, per100Km } of content.driving!.events) {
      expect(per100Km.value).toBeCloseTo(
        rate(
          drives.filter((each) => isIn(each, NOW)),
          eventType,
        ),
        4,
      );
      expect(per100Km.before).toBeCloseTo(
        rate(
          drives.filter((each) => isIn(each, BEFORE)),
          eventType,
        ),
        4,
      );
    }
    for (const { driverId, because } of [
      ...content.drivers!.fell.drivers,
      ...content.drivers!.rose.drivers,
    ]) {
      const own = drives.filter((each) => each.driverId === driverId);
      const compared = own.filter((drive) => isIn(drive, NOW) || isIn(drive, BEFORE));
      // Every kind: the three kinds that moved furthest in the other direction must not hide the one that explains it.
      expect(because.map(({ eventType }) => eventType).sort()).toEqual(
        [...new Set(compared.flatMap(({ events }) => events))].sort(),
      );
      for (const each of because) {
        expect(each.per100Km).toBeCloseTo(
          rate(
            own.filter((drive) => isIn(drive, NOW)),
            each.eventType,
          ),
          4,
        );
        expect(each.before).toBeCloseTo(
          rate(
            own.filter((drive) => isIn(drive, BEFORE)),
            each.eventType,
          ),
          4,
        );
      }
    }
  });

  it('each say where they are from, and none of them contains the key', () => {
    const lost: string[] = [];
    const check = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const source: unknown = (value as Body)['source'];
      if ('value' in value && !/^(GET \/v3\/|query \w+: )/.test(String(source))) lost.push(path);
      for (const [name, each] of Object.entries(value)) check(each, `${path}/${name}`);
    };
    check(content, '');
    expect(lost).toEqual([]);
    expect(JSON.stringify(content)).not.toContain(KEY);
  });

  it('can be asked for again by the call they name', async () => {
    const [call] = content.scores!.score.source.split(' and ');
    const body = await ask(call!.replace(/^GET \/v3/, ''));
    const score =
      at(body, 'driving_behavior', 'score', 'service_score') ?? at(body, 'driving_behavior', 'service_score');
    expect(score).toBe(content.scores?.score.value);
  });
});
