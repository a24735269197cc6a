import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { LINK_KEY_NAME, tripLinks } from '../../../messages/format/index.ts';
import { THREADS, TaskEndedError, ThreadsBusyError } from '../../../server/workerThreads/index.ts';
import { instanceKey } from '../../../store/db/index.ts';
import { putOutbox } from '../../../store/deliveries/index.ts';
import { getSimulation, recordDecision } from '../../../store/trips/index.ts';
import type { Simulation } from '../../../store/trips/index.ts';
import { ODD_DRIVER, TRIP, decisionOf, recordEverything } from '../records.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

const server = useServer();
beforeAll(() => recordEverything(server.db, 'north'));
afterEach(() => vi.restoreAllMocks());

/** Larger than a text that may be parsed between other requests. */
const LARGE = 200_000;
const EMPTY_LISTS = `[${'[],'.repeat(100_000)}0]`;
const RULE = {
  id: 'far',
  name: 'Far',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
  actions: [{ type: 'slack', channel: '#fleet-safety' }],
};

const post = (body: string): Promise<Response> =>
  fetch(`${server.url}/webhooks/north/${TOKENS.webhook}`, { method: 'POST', body });

async function tripLink(): Promise<string> {
  const key = await instanceKey(server.db, LINK_KEY_NAME);
  const expires = Math.floor(Date.now() / 1000) + 1_000;
  return tripLinks.sign(key, { fleet: 'north', driverId: ODD_DRIVER, tripId: TRIP, expires });
}

/** Returns the lengths of the texts that this thread parsed, above the size that every request may have. */
function parsedHere(): () => number[] {
  const parse = vi.spyOn(JSON, 'parse');
  return () => parse.mock.calls.map(([text]) => text.length).filter((length) => length >= LARGE);
}

describe('a large notification', () => {
  it('of a trip is parsed in a thread', async () => {
    const parsed = parsedHere();
    const answer = await post(
      `{"type":"TRIP_SCORED","driver_id":"d-1","trip_id":"77","data":${EMPTY_LISTS}}`,
    );
    expect(answer.status).toBe(202);
    expect(server.gateway.trips.at(-1)).toMatchObject({ driverId: 'd-1', tripId: '77' });
    expect(parsed()).toEqual([]);
  });

  it('of an unknown type is kept as it came, and parsed in a thread', async () => {
    const parsed = parsedHere();
    const answer = await post(`{"type":"LARGE","odd":"a\\u0000b","data":${EMPTY_LISTS}}`);
    expect(await answer.json()).toEqual({ status: 'ignored' });
    expect(parsed()).toEqual([]);
    const kept = await server.db
      .selectFrom('notifications')
      .select('body')
      .where('type', '=', 'LARGE')
      .execute();
    const { data, ...rest } = kept[0]!.body as { data: unknown[] };
    expect(rest).toEqual({ type: 'LARGE', odd: 'a\u{FFFD}b' });
    expect(data).toHaveLength(100_001);
  });

  it('that nobody can read is kept as a dead letter', async () => {
    const answer = await post(`{"type":"TRIP_SCORED","driver_id":"d-1","data":${EMPTY_LISTS}`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('is not valid JSON');
  });

  it('is to be sent again when too many wait for a thread', async () => {
    vi.spyOn(THREADS, 'run').mockRejectedValue(new ThreadsBusyError());
    const answer = await post(
      `{"type":"TRIP_SCORED","driver_id":"d-1","trip_id":"78","data":${EMPTY_LISTS}}`,
    );
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post('{"type":"TRIP_SCORED","driver_id":"d-1","trip_id":"79"}')).status).toBe(202);
  });

  it('is to be sent again when reading it took too long', async () => {
    vi.spyOn(THREADS, 'run').mockRejectedValue(new TaskEndedError('time', 'it took longer than 20 seconds'));
    const answer = await post(
      `{"type":"TRIP_SCORED","driver_id":"d-1","trip_id":"80","data":${EMPTY_LISTS}}`,
    );
    expect(answer.status).toBe(503);
    expect(answer.headers.has('retry-after')).toBe(true);
  });
});

describe('a large simulation', () => {
  const body = (trip: string, more = ''): string =>
    `{"rule":${JSON.stringify(RULE)}${more},"trip":{"driver_id":"d-1","trip_id":17,${trip}}}`;
  const simulate = (raw: string) => server.api('POST', '/simulations', { raw, token: TOKENS.viewer });

  it('keeps the trip whole for its workflow, without its driver, and parses it in a thread', async () => {
    const parsed = parsedHere();
    let kept: Simulation | undefined;
    let parsedBefore: number[] | undefined;
    server.gateway.answer = async ({ simulationId }) => {
      parsedBefore = parsed();
      kept = await getSimulation(server.db, { fleetId: 'north', id: simulationId });
      return { outcome: 'no_such_trip' };
    };
    const { status } = await simulate(body(`"info":{"distance_km":5},"path":${EMPTY_LISTS}`));
    expect(status).toBe(404);
    expect(parsedBefore).toEqual([]);
    expect(kept?.input).toMatchObject({ driver_id: 'd-1', trip_id: '17', rules: [{ id: 'far' }] });
    const { path, ...trip } = (kept?.input as { trip: { path: unknown[] } }).trip;
    expect(trip).toEqual({ trip_id: 17, info: { distance_km: 5 } });
    expect(path).toHaveLength(100_001);
  });

  it.each([
    ['is no JSON', body(`"path":${EMPTY_LISTS}`).slice(0, -1), 400, 'is not valid JSON'],
    [
      'is nested too deep',
      body(`"path":${EMPTY_LISTS},"deep":${'['.repeat(300)}${']'.repeat(300)}`),
      400,
      'deeper than 200',
    ],
    ['says a field twice', body(`"path":${EMPTY_LISTS},"path":0`), 422, '/trip/path'],
    ['has a wrong driver', body(`"path":${EMPTY_LISTS}`).replace('"d-1"', '[]'), 422, '/trip/driver_id'],
    [
      'is too large beside the trip',
      body('"a":1', `,"more":"${'x'.repeat(1_100_000)}"`),
      422,
      'larger than 1048576',
    ],
    [
      'has too much beside the trip',
      body('"a":1', `,"conditions":${EMPTY_LISTS}`),
      422,
      'more than 50000 values',
    ],
  ])('that %s is refused', async (_name, raw, status, words) => {
    const answer = await simulate(raw);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.json)).toContain(words);
  });

  it('that takes too long is refused with what to do', async () => {
    vi.spyOn(THREADS, 'run').mockRejectedValue(new TaskEndedError('time', 'it took longer than 20 seconds'));
    const answer = await simulate(body(`"path":${EMPTY_LISTS}`));
    expect(answer.status).toBe(422);
    expect(answer.json['detail']).toContain('Send less at once');
  });
});

describe('a document of too many values', () => {
  it('is refused before it is parsed', async () => {
    const parsed = parsedHere();
    const { status, json } = await server.api('POST', '/rules/validate', { raw: EMPTY_LISTS });
    expect(status).toBe(422);
    expect(json['errors']).toEqual([
      { pointer: '', message: 'The body has more than 20000 values: send less at once' },
    ]);
    expect(parsed()).toEqual([]);
  });

  it('is answered with a hundred mistakes at most', async () => {
    const raw = JSON.stringify(
      Object.fromEntries(Array.from({ length: 15_000 }, (_each, at) => [`f${at}`, 0])),
    );
    const { status, json } = await server.api('POST', '/silences', { raw });
    expect(status).toBe(422);
    expect((json['errors'] as unknown[]).length).toBeLessThanOrEqual(100);
  });
});

describe('a list of large items', () => {
  it('ends a page early and goes on with the next', async () => {
    const at = new Date();
    for (let index = 0; index < 5; index += 1)
      await putOutbox(server.db, {
        fleetId: 'north',
        channel: 'email',
        receiver: `r${index}`,
        text: 'x'.repeat(400_000),
        at,
      });
    const seen: unknown[] = [];
    const sizes: number[] = [];
    for (let path: string | undefined = '/outbox?limit=200&channel=email'; path !== undefined;) {
      const { json } = await server.api('GET', path);
      const items = json['items'] as { receiver: string }[];
      sizes.push(items.length);
      seen.push(...items.map(({ receiver }) => receiver));
      const next = json['next_cursor'] as string | undefined;
      path = next && `/outbox?limit=200&channel=email&cursor=${next}`;
    }
    expect(seen).toEqual(['r4', 'r3', 'r2', 'r1', 'r0']);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('leaves out a notification’s body that is too large, and says how long it is', async () => {
    const parsed = parsedHere();
    const { json } = await server.api('GET', '/notifications?type=LARGE');
    const [item] = json['items'] as { body?: unknown; body_bytes: number }[];
    expect(item).not.toHaveProperty('body');
    expect(item!.body_bytes).toBeGreaterThan(262_144);
    expect(parsed()).toEqual([]);
  });
});

describe('a long decision', () => {
  it('is shown without being parsed here, by the API and on the page', async () => {
    const key = { fleet: 'north', driverId: ODD_DRIVER, tripId: TRIP };
    const { rules, ...rest } = decisionOf(key);
    const long = Array.from({ length: 1_500 }, (_each, at) => ({
      ...rules[0]!,
      rule: `r-${at}`,
      name: `Rule ${at}`,
    }));
    const decision = { ...rest, revision: 2, rules: long };
    await recordDecision(server.db, { fleetId: 'north', decision });
    const parsed = parsedHere();
    const raw = await fetch(
      `${server.url}/api/v1/fleets/north/trips/${encodeURIComponent(ODD_DRIVER)}/${TRIP}`,
      { headers: { authorization: `Bearer ${TOKENS.viewer}` } },
    );
    const text = await raw.text();
    const signed = await fetch(`${server.url}/t/${await tripLink()}`);
    const page = await signed.text();
    expect(parsed()).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({
      decision,
      revisions: [
        { revision: 2, matched: long.map(({ rule }) => rule) },
        { revision: 1, matched: ['collision'] },
      ],
    });
    expect(page).toContain('Rule 1499');
  });
});

describe('the page of a trip', () => {
  it('is drawn once, in a thread, and anew when the trip’s content is another', async () => {
    const run = vi.spyOn(THREADS, 'run');
    const drawn = (): number => run.mock.calls.filter(([task]) => task === 'drawTrip').length;
    await server.db.updateTable('trips').set({ contentHash: 'first' }).where('tripId', '=', TRIP).execute();
    const link = await tripLink();
    const view = async (): Promise<string> => (await fetch(`${server.url}/t/${link}`)).text();
    expect(await view()).toContain('data:image/png;base64,');
    await view();
    await Promise.all([view(), view()]);
    expect(drawn()).toBe(1);
    await server.db.updateTable('trips').set({ contentHash: 'other' }).where('tripId', '=', TRIP).execute();
    expect(await view()).toContain('data:image/png;base64,');
    expect(drawn()).toBe(2);
  });
});
