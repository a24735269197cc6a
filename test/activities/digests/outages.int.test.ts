import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_GROUPS } from '../../../activities/digests/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { digestTable } from '../../../store/digests/index.ts';
import { digestDocument, digestRun } from '../../support/digests/run.ts';
import type { DigestRunInTest } from '../../support/digests/run.ts';
import { fleetStub, stubDriver } from '../../support/digests/fleetStub.ts';
import type { FleetStub } from '../../support/digests/fleetStub.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const NOW = { from: '2026-06-01', to: '2026-06-07' };
const BEFORE = { from: '2026-05-25', to: '2026-05-31' };
const MADE_AT = new Date('2026-06-08T05:00:00Z');
const HOUR_MS = 3_600_000;

const database = useDatabase();
let stub: FleetStub;
let fleetId: string;
beforeEach(() => {
  stub = fleetStub();
  fleetId = randomUUID();
});

async function runOf(
  options: { document?: JsonObject; hoursLater?: number; isConfigured?: boolean } = {},
): Promise<DigestRunInTest> {
  return digestRun(database.db, {
    fleetId,
    now: NOW,
    before: BEFORE,
    createdAt: MADE_AT,
    analytics: { baseUrl: 'http://service.example', apiKey: 'planted-key', fetch: stub.fetch },
    isConfigured: options.isConfigured ?? true,
    document: digestDocument(options.document),
    clock: () => new Date(MADE_AT.getTime() + (options.hoursLater ?? 0) * HOUR_MS),
  });
}

function many(count: number, score = 80): ReturnType<typeof stubDriver>[] {
  return Array.from({ length: count }, (_each, at) =>
    stubDriver(`d-${String(at).padStart(4, '0')}`, { score }),
  );
}

describe('a service that fails in the middle', () => {
  it('is asked again where the reading broke off, and nobody is lost or counted twice', async () => {
    stub.drivers.set(NOW.from, many(1_320));
    stub.fault = (path, query) =>
      path === '/v3/drivers' && Number(query.get('offset')) >= 700
        ? { status: 503, body: { error: 'later' } }
        : undefined;
    const run = await runOf();
    await expect(run.gather('now')).rejects.toThrow('does not answer');
    stub.fault = () => undefined;
    stub.calls.length = 0;
    expect(await run.gather('now', run.position())).toEqual({ complete: true, drivers: 1_320 });
    expect(stub.calls[0]).toContain('offset=700');
    // Asked once more, it is done.
    stub.calls.length = 0;
    expect(await run.gather('now')).toEqual({ complete: true, drivers: 1_320 });
    expect(stub.calls).toEqual([]);
  });

  it('makes a digest that says so and says nothing about drivers, once it was waited for', async () => {
    stub.drivers.set(NOW.from, many(300));
    stub.drivers.set(BEFORE.from, many(300));
    stub.fault = (path, query) =>
      path === '/v3/drivers' && Number(query.get('offset')) >= 100
        ? { status: 503, body: { error: 'later' } }
        : undefined;
    const run = await runOf({ hoursLater: 3 });
    expect(await run.gather('now')).toMatchObject({ complete: false, drivers: 100 });
    const content = await run.content();
    expect(content.drivers).toBeNull();
    expect(content.devices).toBeNull();
    expect(content.driving?.trips).toMatchObject({ value: null, missing: 'unavailable', change: null });
    expect(content.coverage?.known).toMatchObject({ value: null, missing: 'unavailable' });
    expect(content.caveats.join()).toMatch(/could not be read to its end.*HTTP 503/);
    expect(JSON.stringify(content)).not.toContain('planted-key');
  });

  it('in the period before alone leaves the comparison out, and keeps the rest', async () => {
    stub.drivers.set(NOW.from, many(20, 60));
    stub.fault = (path, query) =>
      path === '/v3/drivers' && query.get('start_date') === BEFORE.from
        ? { status: 500, body: { error: 'no' } }
        : undefined;
    const { drivers, caveats } = await (await runOf({ hoursLater: 3 })).content();
    for (const list of [drivers?.fell, drivers?.rose, drivers?.silent])
      expect(list).toMatchObject({ drivers: [], total: 0, missing: 'unavailable' });
    expect(drivers?.needAttention.total).toBe(20);
    expect(drivers?.comparable).toMatchObject({ value: null, missing: 'unavailable' });
    expect(caveats.join()).toContain('drivers are not compared');
  });

  it('for some periods of the line leaves them out and counts them; until then it is waited for', async () => {
    stub.score = () => ({ info: { drivers_count: 0 }, driving_behavior: { service_score: 81.5 } });
    stub.fault = (path, query) =>
      path === '/v3/score' && (query.get('end_date') ?? '') < '2026-05-10'
        ? { status: 503, body: { error: 'later' } }
        : undefined;
    const waitOptions = await runOf();
    await expect(waitOptions.compose()).rejects.toThrow('does not answer');
    const { scores, caveats } = await (await runOf({ hoursLater: 3 })).content();
    expect(scores?.line.map((each) => each.score)).toEqual([null, null, null, 81.5, 81.5, 81.5, 81.5, 81.5]);
    expect(scores?.score).toMatchObject({ value: 81.5, before: 81.5, change: 0 });
    expect(caveats.join()).toContain('did not answer 3 of 8 requests');
  });

  it('that answers about other dates than were asked has not answered', async () => {
    stub.fault = (path) =>
      path === '/v3/score'
        ? { status: 200, body: { start_date: '2020-01-01', end_date: '2020-01-07', driving_behavior: { service_score: 9 } } } // prettier-ignore
        : undefined;
    const { scores } = await (await runOf()).content();
    expect(scores?.score).toMatchObject({ value: null, missing: 'unavailable' });
  });
});

describe('a fleet that was taken out of the configuration', () => {
  it('is waited for like a service that is unavailable, and then the digest ends for good', async () => {
    stub.drivers.set(NOW.from, many(3));
    const early = await runOf({ isConfigured: false });
    await expect(early.gather('now')).rejects.toMatchObject({ name: 'UnknownFleetError' });
    await expect(early.compose()).rejects.toMatchObject({ name: 'UnknownFleetError' });
    const late = await runOf({ isConfigured: false, hoursLater: 3 });
    const message = expect.stringContaining('is not configured') as string;
    const forGood = { type: 'fleet_gone', nonRetryable: true, message };
    await expect(late.gather('now')).rejects.toMatchObject(forGood);
    await expect(late.compose()).rejects.toMatchObject(forGood);
    expect(stub.calls).toEqual([]);
  });
});

describe('a service that knows nothing', () => {
  it('answers NA everywhere: no figure, no ranking, and the digest says that nobody is rated', async () => {
    const na = { id: 'd-1', info: { trip_count: 'NA', distance_km: 'NA', attributes: 'NA', device_info: 'NA' }, driving_behavior: { score: { service_score: 'NA' }, event_rating: 'NA' } }; // prettier-ignore
    stub.drivers.set(NOW.from, [na]);
    stub.drivers.set(BEFORE.from, [na]);
    stub.score = () => ({
      info: { distance_km: 'NA', drivers_count: 'NA' },
      driving_behavior: { service_score: 'NA', event_rating: { phone_use_rating: 'NA' } },
    });
    const content = await (await runOf()).content();
    const unknown = { value: null, missing: 'not_known', before: null, change: null };
    expect(content.scores?.score).toMatchObject(unknown);
    expect(content.scores?.ratings.phone_use_rating).toMatchObject(unknown);
    expect(content.scores?.distanceKm).toMatchObject(unknown);
    expect(content.driving?.trips).toMatchObject(unknown);
    expect(content.driving?.nightShare).toMatchObject({ ...unknown, trips: null });
    expect(content.drivers).toMatchObject({ active: { value: 1 }, notRated: { value: 1 } });
    expect(content.drivers).toMatchObject({ fell: { total: 0 }, needAttention: { total: 0 } });
    expect(content.drivers?.joined).toMatchObject({ value: null, missing: 'not_known' });
    expect(content.caveats.join()).toContain('rates none of the 1 drivers');
    expect(content.caveats.join()).toContain('does not say how many trips');
  });

  it('has no drivers: zeros where it says so, and a sentence', async () => {
    stub.score = () => ({
      info: { distance_km: 0, duration_seconds: 0, drivers_count: 0 },
      driving_behavior: { service_score: -1 },
    });
    const content = await (await runOf({ document: { language: 'de' } })).content();
    expect(content.scores?.score).toMatchObject({ value: null, missing: 'not_rated' });
    expect(content.drivers?.active.value).toBe(0);
    expect(content.driving?.trips).toMatchObject({ value: 0, before: 0, change: 0 });
    expect(content.caveats.join()).toContain('keinen Fahrer mit einer Fahrt');
  });
});

describe('drivers', () => {
  it('who cannot be rated stand apart from bad ones, and nobody is ranked on too few trips', async () => {
    stub.drivers.set(NOW.from, [
      stubDriver('bad', { score: 40 }),
      stubDriver('one-drive', { score: 5, trips: 1 }),
      stubDriver('unrated', { score: -1 }),
      stubDriver('na', { score: 'NA' }),
      stubDriver('fell', { score: 71 }),
      stubDriver('fell-on-two', { score: 20, trips: 2 }),
      stubDriver('no-trips', { score: 3, trips: 0 }),
    ]);
    stub.drivers.set(BEFORE.from, [
      stubDriver('bad', { score: 40 }),
      stubDriver('fell', { score: 90.1 }),
      stubDriver('fell-on-two', { score: 99 }),
      stubDriver('unrated', { score: 99 }),
      stubDriver('na', { score: 99 }),
    ]);
    const { drivers } = await (await runOf()).content();
    expect(drivers?.fell.drivers).toMatchObject([
      { driverId: 'fell', score: 71, before: 90.1, change: -19.1 },
    ]);
    expect(drivers?.needAttention.drivers.map((each) => each.driverId)).toEqual(['bad']);
    expect(drivers?.rose.total).toBe(0);
    expect(drivers?.notRated.value).toBe(2);
    expect(drivers?.tooFewTrips.value).toBe(2);
    expect(drivers?.active.value).toBe(6);
  });

  it('who joined or left in mid-period are reported as such and compared with nothing', async () => {
    stub.drivers.set(NOW.from, [
      stubDriver('new', { score: 30, info: { driver_start_date: '2026-06-03' } }),
      stubDriver('old', { info: { driver_start_date: '2025-01-01' } }),
    ]);
    stub.drivers.set(BEFORE.from, [stubDriver('old'), stubDriver('left', { score: 66, trips: 9 })]);
    const { drivers } = await (await runOf()).content();
    expect(drivers?.joined.value).toBe(1);
    expect(drivers?.fell.total).toBe(0);
    expect(drivers?.needAttention.drivers).toMatchObject([{ driverId: 'new', before: null, change: null }]);
    expect(drivers?.silent.drivers).toMatchObject([
      { driverId: 'left', score: null, before: 66, change: null, trips: 0, tripsBefore: 9 },
    ]);
  });

  it('have the name that the fleet’s attribute holds, and their id where it holds none', async () => {
    const named = (attributes: unknown): object => ({ info: { attributes, device_info: [{ missing_data: ['gyroscope'] }] } }); // prettier-ignore
    stub.drivers.set(NOW.from, [
      stubDriver('a', named('{"name":" Ann\\n Berg "}')),
      stubDriver('b', named({ name: { first: 'Bo' } })),
      stubDriver('c', named('NA')),
    ]);
    const content = await (await runOf()).content();
    expect(content.devices?.missingData).toEqual([
      { driverId: 'a', name: 'Ann Berg', missing: ['gyroscope'] },
      { driverId: 'b', name: 'b', missing: ['gyroscope'] },
      { driverId: 'c', name: 'c', missing: ['gyroscope'] },
    ]);
  });

  it('stand in the table in pages, each once, with the score of the period before', async () => {
    stub.drivers.set(NOW.from, many(2_100, 70));
    stub.drivers.set(BEFORE.from, many(1, 60));
    const run = await runOf();
    await run.content();
    const pages = [];
    for await (const page of digestTable(database.db, { fleetId, runId: run.runId })) pages.push(page);
    expect(pages.map((page) => page.length)).toEqual([1_000, 1_000, 100]);
    expect(new Set(pages.flat().map((row) => row.driverId)).size).toBe(2_100);
    expect(pages[0]?.[0]).toMatchObject({ driverId: 'd-0000', score: 70, scoreBefore: 60, tripCount: 5 });
    expect(pages[0]?.[1]).toMatchObject({ scoreBefore: null });
  });
});

describe('groups', () => {
  const groups = ['north', 'south'];
  beforeEach(() => {
    stub.groups = ['north', 'south', 'harbour'];
    stub.drivers.set(NOW.from, [stubDriver('n', { score: 60 }), stubDriver('both', { score: 90 }), stubDriver('s', { score: 75 }), stubDriver('h', { score: 1 })]); // prettier-ignore
    stub.drivers.set(BEFORE.from, [stubDriver('n', { score: 90 }), stubDriver('h', { score: 99 })]);
    stub.ofGroup.set('north', ['n', 'both']).set('south', ['s', 'both']).set('harbour', ['h']);
    stub.score = (query) => ({
      driving_behavior: { service_score: query.get('group_id') === 'north' ? 75 : 82 },
    });
  });

  it('of a document are all that is read: nothing of the fleet or of another group is requested or shown', async () => {
    const content = await (await runOf({ document: { groups } })).content();
    expect(content.byGroup?.map(({ group, score }) => [group, score.value])).toEqual([['north', 75], ['south', 82]]); // prettier-ignore
    // 60, 90 and 75, a driver of both groups once.
    expect(content.scores).toMatchObject({ group: null, score: { value: 75 }, drivers: { value: 3 } });
    expect(content.drivers?.fell.drivers.map((each) => each.driverId)).toEqual(['n']);
    expect(JSON.stringify(content)).not.toContain('harbour');
    for (const call of stub.calls) expect(call).toMatch(/group_id=(north|south)/);
    const row = await database.db.selectFrom('digestDrivers').select('groups').where('fleetId', '=', fleetId).where('driverId', '=', 'both').executeTakeFirstOrThrow(); // prettier-ignore
    expect(row.groups).toEqual(['north', 'south']);
  });

  it('of one alone are its scores, with nothing beside it', async () => {
    const content = await (await runOf({ document: { groups: ['north'] } })).content();
    expect(content.scores).toMatchObject({ group: 'north', score: { value: 75 } });
    expect(content.byGroup).toBeNull();
  });

  it('are counted by their own drivers, whatever the service says of the fleet beside their scores', async () => {
    stub.score = (query) => ({
      info: { drivers_count: 1_284, distance_km: 98_765, duration_seconds: 7_654_321 },
      driving_behavior: { service_score: query.get('group_id') === 'north' ? 75 : 82 },
    });
    const one = await (await runOf({ document: { groups: ['north'] } })).content();
    expect(one.scores).toMatchObject({
      drivers: { value: 2, before: 1 },
      distanceKm: { value: 200, before: 100 },
      durationSeconds: { value: 7_200, before: 3_600 },
    });
    expect(one.driving).toMatchObject({ distanceKm: { value: 200 }, durationSeconds: { value: 7_200 } });
    expect(one.caveats).toEqual([]);
    const two = await (await runOf({ document: { groups } })).content();
    expect(two.byGroup?.map(({ drivers }) => [drivers.value, drivers.before])).toEqual([[2, 1], [2, 0]]); // prettier-ignore
    for (const content of [one, two]) expect(JSON.stringify(content)).not.toMatch(/1284|98765|7654321/);
  });

  it('no longer include a driver who is in another group by now', async () => {
    const at = new Date('2026-06-03T08:00:00Z');
    stub.drivers.set(NOW.from, [stubDriver('n')]);
    stub.drivers.set(BEFORE.from, [stubDriver('n'), stubDriver('moved'), stubDriver('quiet')]);
    stub.ofGroup.set('north', ['n', 'moved', 'quiet']);
    const seenAt = MADE_AT;
    await database.db
      .insertInto('driverGroups')
      .values([
        { fleetId, driverId: 'n', groups: ['south'], seenAt },
        { fleetId, driverId: 'moved', groups: ['south'], seenAt },
        { fleetId, driverId: 'quiet', groups: [], seenAt },
      ])
      .execute();
    for (const driverId of ['n', 'moved', 'quiet'])
      await database.db
        .insertInto('deletions')
        .values({
          fleetId,
          driverId,
          tripId: 't',
          rule: 'invalid',
          version: 1,
          state: 'deleted',
          approval: 'auto',
          attempts: 1,
          requestedAt: at,
          expiresAt: at,
          settledAt: at,
        })
        .execute();
    const content = await (await runOf({ document: { groups: ['north'] } })).content();
    expect(content.drivers?.silent.drivers.map(({ driverId }) => driverId)).toEqual(['quiet']);
    // A driver in the group's list belongs to the group, even if the table of groups is older.
    expect(content.deletions?.deleted.map(({ driverId }) => driverId).sort()).toEqual(['n', 'quiet']);
    expect(JSON.stringify(content)).not.toContain('moved');
    const fleet = await (await runOf()).content();
    expect(fleet.deletions?.total).toBe(3);
  });

  it('are read anew where someone stopped being listed, also when no rule ever asked for them', async () => {
    stub.drivers.set(NOW.from, [stubDriver('n')]);
    stub.drivers.set(BEFORE.from, [stubDriver('n'), stubDriver('moved'), stubDriver('quiet')]);
    stub.ofGroup.set('north', ['n', 'moved', 'quiet']);
    const members = new Map([['north', ['n', 'quiet']], ['south', ['moved']]]); // prettier-ignore
    stub.fault = (path, query) => {
      if (path !== '/v3/drivers' || [NOW.from, BEFORE.from].includes(query.get('start_date')!))
        return undefined;
      const drivers = (members.get(query.get('group_id')!) ?? []).map((driver_id) => ({ driver_id }));
      return { status: 200, body: { drivers } };
    };
    const made = await runOf({ document: { groups: ['north'] } });
    const content = await made.content();
    expect(content.drivers?.silent.drivers.map(({ driverId }) => driverId)).toEqual(['quiet']);
    expect(JSON.stringify(content)).not.toContain('moved');
    const asked = stub.calls.filter((call) => call.startsWith('/v3/groups')).length;
    await made.compose();
    expect(stub.calls.filter((call) => call.startsWith('/v3/groups'))).toHaveLength(asked);
  });

  it('that the service does not know are named', async () => {
    stub.fault = (path, query) =>
      path === '/v3/drivers' && query.get('group_id') === 'south'
        ? { status: 404, body: { error: 'group id is not valid' } }
        : undefined;
    const { caveats } = await (await runOf({ document: { groups } })).content();
    expect(caveats.join()).toContain('no group called south');
  });

  it('that the service answers with nobody, and does not list, are named too', async () => {
    const typo = async (listed: readonly string[]): Promise<string> => {
      stub.groups = listed;
      const made = await runOf({ document: { groups: ['north', 'noth'] } });
      return (await made.content()).caveats.join();
    };
    expect(await typo(['north', 'south'])).toContain('no group called noth.');
    expect(await typo(['north', 'noth'])).toBe('');
    stub.fault = (path) => (path === '/v3/groups' ? { status: 500, body: {} } : undefined);
    expect(await typo([])).toBe('');
  });

  it('that are very many are cut to the largest, and the digest says so', async () => {
    stub.groups = Array.from({ length: 200 }, (_each, at) => `g-${String(at).padStart(3, '0')}`);
    await database.db
      .insertInto('driverGroups')
      .values({ fleetId, driverId: 'x', groups: ['g-199'], seenAt: MADE_AT })
      .execute();
    const { byGroup, caveats } = await (await runOf()).content();
    expect(byGroup).toHaveLength(MOST_GROUPS);
    expect(byGroup?.at(-1)?.group).toBe('g-199');
    expect(caveats.join()).toContain(`There are 200 groups; the ${MOST_GROUPS} largest are shown`);
    expect(stub.calls.filter((call) => call.startsWith('/v3/score'))).toHaveLength(8 * (MOST_GROUPS + 1));
  });
});
