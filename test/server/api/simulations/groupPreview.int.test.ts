import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DigestContent } from '../../../../messages/digests/index.ts';
import { startSimulator } from '../../../../simulator/simulator.ts';
import type { Simulator } from '../../../../simulator/simulator.ts';
import { keepGroups } from '../../../../store/facts/index.ts';
import { digestActivities, digestDocument } from '../../../support/digests/run.ts';
import { storeIncident } from '../../../support/incidents/stored.ts';
import { useDatabase } from '../../../support/store/useDatabase.ts';
import { startServerInTest, TOKENS } from '../../../support/servers/server.ts';
import type { ServerInTest } from '../../../support/servers/server.ts';

/**
 * Compares the fleet's digest, as the manager of one group sees it, with what the service and this file know of that group. The
 * simulated fleet has two groups, and everything that a digest covers happened to every driver.
 */
const KEY = 'planted-simulator-key';
const FLEET = 'north';
const NOW = { from: '2026-06-01', to: '2026-06-07' };
const DAY = new Date('2026-06-03T10:00:00Z');
const BEFORE_DAY = new Date('2026-05-27T10:00:00Z');

type Body = Record<string, unknown>;
interface Person {
  readonly id: string;
  readonly name: string | undefined;
}

const inTest = useDatabase();
let server: ServerInTest;
let simulator: Simulator;
let own: Person[];
let others: Person[];
let seen: DigestContent;

async function ask(path: string): Promise<Body> {
  const answer = await fetch(`${simulator.url}/v3${path}&apikey=${KEY}`);
  return (await answer.json()) as Body;
}

async function driversOf(group: string): Promise<{ id: string; info: Body }[]> {
  const found: { id: string; info: Body }[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page = await ask(
      `/drivers?start_date=${NOW.from}&end_date=${NOW.to}&group_id=${group}&limit=50&offset=${offset}`,
    );
    for (const each of page['drivers'] as Body[])
      found.push({ id: String(each['driver_id']), info: each['info'] as Body });
    offset = page['next_offset'] as number | undefined;
  }
  return found;
}

async function nameOf(id: string): Promise<string | undefined> {
  const { info } = await ask(`/driver/${encodeURIComponent(id)}/score?fields=info`);
  const { attributes } = info as Body;
  const given =
    typeof attributes === 'string' && attributes !== 'NA' ? (JSON.parse(attributes) as Body) : attributes;
  return typeof given === 'object' ? String((given as Body)['name']) : undefined;
}

/** Stores something of every kind that a digest covers, for one driver, by a rule of the driver's group. */
async function happen(driverId: string, group: string): Promise<void> {
  const { db } = inTest;
  const key = { fleetId: FLEET, driverId, tripId: '1780480800000' };
  const ended = new Date(DAY.getTime() + 30 * 60_000);
  await db
    .insertInto('trips')
    .values({
      ...key,
      state: 'decided',
      revision: 1,
      contentHash: 'kept',
      distanceKm: 20,
      eventsKnown: true,
      startTime: DAY.toISOString(),
      endTime: ended.toISOString(),
      endedAt: ended,
      firstReceivedAt: ended,
      scoreUnrated: false,
    })
    .execute();
  await db
    .insertInto('tripEvents')
    .values({ ...key, position: 0, typeName: `EVENT_OF_${group.toUpperCase()}`, extra: '{}' as never })
    .execute();
  for (const at of [DAY, BEFORE_DAY])
    await db
      .insertInto('alerts')
      .values({
        ...key,
        tripId: `${key.tripId}${at.getTime()}`,
        rule: `rule-of-${group}`,
        version: 1,
        revision: 1,
        severity: 'warning',
        state: 'raised',
        reason: null,
        at,
        groups: [group],
        detail: null,
        passedThrottle: true,
        passedBudget: true,
      })
      .execute();
  await storeIncident(db, { ...key, rule: `rule-of-${group}`, openedAt: DAY });
  await db
    .insertInto('deletions')
    .values({
      ...key,
      tripId: '1',
      rule: `rule-of-${group}`,
      version: 1,
      state: 'deleted',
      approval: 'auto',
      attempts: 1,
      requestedAt: DAY,
      expiresAt: DAY,
      settledAt: DAY,
      scoreBefore: 60,
      scoreAfter: 70,
    })
    .execute();
}

beforeAll(async () => {
  simulator = await startSimulator({
    apiKey: KEY,
    seed: 5,
    drivers: 60,
    startAt: '2026-06-10T12:00:00Z',
    speed: 0,
    historyDays: 80,
    groups: ['east', 'west'],
  });
  server = await startServerInTest(inTest.database);
  const make = digestActivities(inTest.db, {
    fleetId: FLEET,
    analytics: { baseUrl: simulator.url, apiKey: KEY },
  });
  server.gateway.preview = async (run) => {
    await new MockActivityEnvironment().run(async () => {
      await make.gatherDigestDrivers({ ...run, range: 'now' });
      await make.gatherDigestDrivers({ ...run, range: 'before' });
      await make.composeDigest(run);
    });
    await inTest.db.updateTable('digestRuns').set({ state: 'done' }).where('id', '=', run.runId).execute();
    return 'done';
  };
  const people = simulator.drivers();
  const named = await Promise.all(
    people.map(async ({ driverId, group }) => ({ id: driverId, name: await nameOf(driverId), group })),
  );
  own = named.filter(({ group }) => group === 'east');
  const ownNames = new Set(own.map(({ name }) => name));
  // Some drivers are in no group, so only the whole fleet includes them. Two people may have one name.
  others = named
    .filter(({ group }) => group !== 'east')
    .map(({ id, name }) => ({ id, name: ownNames.has(name) ? undefined : name }));
  await keepGroups(inTest.db, {
    fleetId: FLEET,
    groupIds: ['east', 'west'],
    at: new Date(),
    members: new Map(people.map(({ driverId, group }) => [driverId, group ? [group] : []])),
  });
  for (const { driverId, group } of people) await happen(driverId, group ?? 'nobody');
  await server.api('PUT', '/digests/weekly', { body: digestDocument() });
  await server.api('POST', '/digests/weekly/publish');
  seen = await preview(TOKENS.east);
}, 240_000);
afterAll(async () => {
  await server.close();
  await simulator.close();
});

const ADDRESS = `/api/v1/fleets/${FLEET}/digests/weekly/preview?period=${NOW.to}`;

async function preview(token: string, query = ''): Promise<DigestContent> {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}${ADDRESS}${query}`, { headers });
  expect(response.status).toBe(200);
  return (await response.json()) as DigestContent;
}

/** Finds the people that a text names, by id or by name, as a separate word. */
function namedIn(text: string, people: readonly Person[]): string[] {
  const words = people.flatMap(({ id, name }) => (name === undefined ? [id] : [id, name]));
  return words.filter((word) =>
    new RegExp(`(?<![\\w.@/:-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w@/:-])`).test(text),
  );
}

describe('the fleet’s digest for a group’s token', () => {
  it('says whose it is, and that it is not all', () => {
    expect(seen.groups).toEqual(['east']);
    expect(seen.caveats).toEqual([expect.stringContaining('this token sees only east')]);
    expect(seen.scores?.group).toBe('east');
    expect(seen.byGroup).toBeNull();
  });

  it('has the group’s own figures', async () => {
    const dates = `start_date=${NOW.from}&end_date=${NOW.to}`;
    const group = await ask(`/score?${dates}&group_id=east`);
    const behaviour = group['driving_behavior'] as Body & { score?: Body };
    const score = behaviour.score?.['service_score'] ?? behaviour['service_score'];
    expect(seen.scores?.score.value).toBe(score);
    expect(seen.scores?.line.at(-1)?.score).toBe(score);
    for (const point of seen.scores!.line) expect(point.source).toContain('group_id=east');
    const drivers = await driversOf('east');
    const sum = (field: string): number =>
      drivers.reduce((total, { info }) => total + Number(info[field]), 0);
    expect(drivers.length).toBeGreaterThan(15);
    expect(seen.drivers?.active.value).toBe(drivers.length);
    expect(seen.scores?.drivers.value).toBe(drivers.length);
    expect(seen.scores?.distanceKm.value).toBeCloseTo(sum('distance_km'), 4);
    expect(seen.driving?.distanceKm.value).toBeCloseTo(sum('distance_km'), 4);
    expect(seen.driving?.durationSeconds.value).toBeCloseTo(sum('duration_seconds'), 4);
    expect(seen.coverage?.known.value).toBe(
      drivers.reduce((total, { info }) => total + Number(info['trip_count'] ?? info['num_trips']), 0),
    );
  });

  it('covers what happened to the group’s drivers, and nothing else', () => {
    const drivers = seen.coverage!.evaluated.value!;
    // Drivers of at least one of both periods: everything happened once to each, and an alert in the earlier period, too.
    expect(drivers).toBeGreaterThan(15);
    expect(drivers).toBeLessThanOrEqual(own.length);
    expect(seen.alerts).toMatchObject({
      alerts: { value: drivers, before: drivers },
      bySeverity: { warning: drivers, critical: 0 },
      incidentsTotal: drivers,
      unanswered: { value: drivers },
    });
    expect(seen.rules?.loudest.map(({ id, alerts }) => [id, alerts])).toEqual([['rule-of-east', drivers]]);
    expect(seen.deletions).toMatchObject({ total: drivers, waiting: 0 });
    expect(seen.driving?.events.map(({ eventType }) => eventType)).toEqual(['EVENT_OF_EAST']);
    expect(seen.driving?.events[0]?.per100Km.value).toBeCloseTo(5, 4);
  });

  it('names nobody of another group, as data and as a page, compared with any period', async () => {
    expect(others.length).toBeGreaterThan(20);
    const compared = await preview(TOKENS.east, '&compare=2026-05-10');
    const response = await fetch(
      `${server.url}/api/v1/fleets/${FLEET}/digests/weekly/preview?period=${NOW.to}`,
      { headers: { accept: 'text/html', authorization: `Basic ${btoa(`eve:${TOKENS.east}`)}` } },
    );
    const page = (await response.text()).replace(/data:image\/png;base64,[^"]+/g, '').replace(/&#39;/g, "'");
    expect(page.includes('this token sees only east')).toBe(true);
    for (const text of [JSON.stringify(seen), JSON.stringify(compared), page]) {
      expect(namedIn(text, own).length).toBeGreaterThan(5);
      expect(namedIn(text, others)).toEqual([]);
      expect(
        /\b(west|\w*-of-(west|nobody)|EVENT_OF_(WEST|NOBODY)|Whole fleet)\b/.exec(text)?.[0],
      ).toBeUndefined();
    }
  });

  it('is not what the fleet’s own readers see', async () => {
    const whole = await preview(TOKENS.viewer);
    expect(whole.groups).toBeNull();
    expect(whole.caveats).toEqual([]);
    expect(whole.byGroup?.map(({ group }) => group)).toEqual(['east', 'west']);
    expect(namedIn(JSON.stringify(whole), others).length).toBeGreaterThan(5);
    const figures = [
      whole.scores!.score,
      whole.scores!.distanceKm,
      whole.scores!.durationSeconds,
      whole.alerts!.alerts,
    ];
    const text = JSON.stringify(seen);
    for (const { value } of figures) expect([value, text.includes(`:${value},`)]).toEqual([value, false]);
  });

  it('is, but for its name, the digest of a document that names the group', async () => {
    await server.api('PUT', '/digests/weekly', { body: digestDocument({ groups: ['east'] }) });
    const ofGroup = await preview(TOKENS.viewer, '&version=draft');
    const plain = ({ gatheredAt: _at, caveats: _caveats, digest: _digest, ...rest }: DigestContent): object =>
      rest;
    expect(plain(seen)).toEqual(plain(ofGroup));
    expect(ofGroup.caveats).toEqual([]);
  });
});
