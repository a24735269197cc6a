import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ActivityDependencies } from '../../../../activities/dependencies/index.ts';
import { createSimulations } from '../../../../activities/trips/index.ts';
import { createApiClient } from '../../../../cli/calls/index.ts';
import { API_ROOM } from '../../../../server/api/http/index.ts';
import { createSimulation, finishSimulation, getSimulation } from '../../../../store/trips/index.ts';
import type { SimulationInput, SimulationResult } from '../../../../workflows/contracts/index.ts';
import { rawSender, statusesOf } from '../../rawSender.ts';
import type { RawSender } from '../../rawSender.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();
afterEach(async () => {
  await server.db.deleteFrom('simulations').execute();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const fleetId = 'north';
const rule = {
  id: 'far',
  name: 'Far',
  actions: [],
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] },
};
const trip = { driver_id: 'd-1', trip_id: '17', info: { distance_km: 2 }, gps: ['planted-position'] };
const simulate = (body: unknown, token: string = TOKENS.editor) =>
  server.api('POST', '/simulations', { body, token });
const stored = () => server.db.selectFrom('simulations').selectAll().execute();
type Answer = (input: SimulationInput) => Promise<SimulationResult | undefined>;
function answerWith(answer: Answer): void {
  server.gateway.answer = answer;
}
const decision = { fleet: fleetId, driver_id: 'd-1', trip_id: '17', revision: 0, rules: [], actions: [] };
const decided: Answer = async ({ simulationId: id }) => {
  const result = { ...decision, decided_at: '2026-11-20T10:00:00Z' };
  await finishSimulation(server.db, { fleetId, id, result, at: new Date() });
  return { outcome: 'done' };
};

describe('what a simulation was asked about', () => {
  it('is kept until it is answered, and no longer', async () => {
    let during: unknown;
    answerWith(async (input) => {
      during = (await getSimulation(server.db, { fleetId, id: input.simulationId }))?.input;
      return decided(input);
    });
    expect((await simulate({ rule, trip })).status).toBe(200);
    expect(during).toMatchObject({ trip: { gps: ['planted-position'] }, rules: [{ id: 'far' }] });
    const [row, ...others] = await stored();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ input: { driver_id: 'd-1', trip_id: '17' }, result: decision });
    expect(Object.keys(row!.input).sort()).toEqual(['driver_id', 'trip_id']);
  });

  it.each<[string, Answer, number]>([
    ['cannot be answered', () => Promise.resolve({ outcome: 'unavailable', message: 'Not now.' }), 503],
    ['names no trip', () => Promise.resolve({ outcome: 'no_such_trip' }), 404],
  ])('is forgotten where it %s', async (_why, answer, status) => {
    answerWith(answer);
    expect((await simulate({ rule, trip })).status).toBe(status);
    expect(await stored()).toEqual([]);
  });

  it('is forgotten after an hour without an answer, and of answers the newest 200 are kept', async () => {
    const hour = 3_600_000;
    const ask = (ageMs: number, input: object = { rules: [], trip: {} }) =>
      createSimulation(server.db, {
        fleetId,
        input: input as never,
        who: 'vi',
        at: new Date(Date.now() - ageMs),
      });
    await ask(hour + 1_000);
    const replay = await ask(hour + 1_000, { driver_id: 'd', trip_id: '1', effects: true });
    const waiting = await ask(hour - 60_000);
    for (let index = 0; index < 201; index += 1) {
      const { id } = await ask(index);
      await finishSimulation(server.db, {
        fleetId,
        id,
        result: {},
        at: new Date(Date.now() - index * 1_000),
      });
    }
    answerWith(decided);
    expect((await simulate({ rule, trip })).status).toBe(200);
    const rows = await stored();
    expect(
      rows
        .filter(({ finishedAt }) => finishedAt === null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([replay.id, waiting.id].sort());
    expect(rows.filter(({ finishedAt }) => finishedAt !== null)).toHaveLength(201);
  });

  it('is not needed by an attempt that comes after the one that answered', async () => {
    const input = { rules: [], driver_id: 'd-1', trip_id: '17', trip: {} };
    const { id } = await createSimulation(server.db, { fleetId, input, who: 'vi', at: new Date() });
    await finishSimulation(server.db, { fleetId, id, result: decision, at: new Date() });
    const activities = createSimulations({ db: server.db } as ActivityDependencies, () =>
      Promise.reject(new Error('It asks for the rules.')),
    );
    expect(await activities.simulateTrip({ fleet: fleetId, simulationId: id })).toEqual({ outcome: 'done' });
    expect((await getSimulation(server.db, { fleetId, id }))?.result).toEqual(decision);
  });

  it('is not taken while twenty others of the fleet wait', async () => {
    for (let index = 0; index < 20; index += 1)
      await createSimulation(server.db, { fleetId, input: { rules: [] }, who: 'vi', at: new Date() });
    const answer = await simulate({ rule, trip });
    expect(answer).toMatchObject({
      status: 429,
      json: { detail: expect.stringContaining('wait') as string },
    });
    expect(answer.headers.get('retry-after')).toBe('30');
    expect(await stored()).toHaveLength(20);
  });
});

describe('what costs much', () => {
  it('is limited by token: at once', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let begun = 0;
    answerWith(async (input) => {
      begun += 1;
      await released;
      return decided(input);
    });
    const four = Array.from({ length: 4 }, () => simulate({ rule, trip }));
    await expect.poll(() => begun).toBe(4);
    const fifth = await simulate({ rule, trip });
    expect(fifth).toMatchObject({
      status: 429,
      json: { detail: expect.stringContaining('such requests of this token are running') as string },
    });
    expect(fifth.headers.get('retry-after')).toBe('1');
    const other = simulate({ rule, trip }, TOKENS.admin);
    await expect.poll(() => begun).toBe(5);
    release();
    for (const answer of await Promise.all([...four, other])) expect(answer.status).toBe(200);
    expect((await simulate({ rule, trip })).status).toBe(200);
  });

  it('is limited by token: in a minute, before anything of it is read', async () => {
    const empty = () => simulate({}, TOKENS.viewer);
    for (let index = 0; index < 60; index += 1) expect((await empty()).status).toBe(422);
    const answer = await empty();
    expect(answer.status).toBe(429);
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await simulate({}, TOKENS.admin)).status).toBe(422);
    const documented = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: Record<string, { headers?: object }> }>>;
    };
    const { post } = documented.paths['/api/v1/fleets/{fleet}/simulations']!;
    expect(post!.responses['429']!.headers).toHaveProperty('Retry-After');
  });

  it('is asked for again by the command line when the API says', async () => {
    const answers = [
      new Response('{}', { status: 429, headers: { 'retry-after': '1' } }),
      new Response('{"id":"7"}'),
    ];
    const bodies: unknown[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (request) => {
      bodies.push(await (request as Request).json());
      return answers.shift()!;
    });
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.stubEnv('TRIPLINE_TOKEN', TOKENS.viewer);
    const request = { params: { id: '7' }, body: { note: 'seen' } };
    const answer = await createApiClient('north').call('post', 'incidents/{id}/acknowledge', request);
    expect(answer).toEqual({ id: '7' });
    expect(bodies).toEqual([{ note: 'seen' }, { note: 'seen' }]);
    expect(answers).toEqual([]);
  });
});

describe('bodies that wait for their answer', () => {
  it('are a hundred of a token, and the next one is to come again', async () => {
    const put = (token: string) =>
      server.api('PUT', '/rules/waits', { body: { ...rule, id: 'waits' }, token });
    await server.db.transaction().execute(async (tx) => {
      await sql`lock table documents in access exclusive mode`.execute(tx);
      const codes: unknown[] = [];
      const all = Array.from({ length: 101 }, () =>
        put(TOKENS.editor).then(({ json }) => codes.push(json['code'])),
      );
      await expect.poll(() => codes).toEqual(['too_many_at_once']);
      await sql`rollback`.execute(tx);
      await Promise.all(all);
      // On a busy machine, the share's limit of ten seconds refuses some that wait; it is another limit.
      expect(codes.filter((code) => code === 'too_many_at_once')).toHaveLength(1);
    });
    expect((await put(TOKENS.editor)).status).toBe(200);
  });
});

describe('published documents', () => {
  it('are a thousand of a kind', async () => {
    await sql`insert into documents (fleet_id, kind, id, last_version, published_version, updated_at)
      select ${fleetId}, 'rule', 'many-' || n, 1, 1, now() from generate_series(1, 1000) n`.execute(
      server.db,
    );
    await sql`insert into document_versions (fleet_id, kind, id, version, body, who, at)
      select ${fleetId}, 'rule', 'many-' || n, 1, ${JSON.stringify(rule)}::jsonb, 'ed', now()
      from generate_series(1, 1000) n`.execute(server.db);
    const of = (id: string, call: string, body: object) =>
      server.api(call === '' ? 'PUT' : 'POST', `/rules/${id}${call}`, { body, token: TOKENS.editor });
    expect((await of('one-more', '', { ...rule, id: 'one-more' })).status).toBe(200);
    expect(await of('one-more', '/publish', {})).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('1000 published rules') as string },
    });
    expect((await of('many-7', '', { ...rule, id: 'many-7' })).status).toBe(200);
    expect((await of('many-7', '/publish', {})).status).toBe(200);
    await sql`truncate documents cascade`.execute(server.db);
  });
});

describe('bodies that are not complete', () => {
  it('are not taken for sent where a request has none', async () => {
    const retire = () => server.api('DELETE', '/rules/unknown', { fleet: 'south', token: TOKENS.southAdmin });
    for (let index = 0; index < 12; index += 1) expect((await retire()).status).toBe(404);
  });

  it('are eight megabytes of a token a minute: the next one is refused unread, and no other token waits', async () => {
    const { hostname: host, port } = new URL(server.url);
    const size = 1_048_576;
    const pad = Buffer.alloc(size - 1, ' ');
    const begin = async (): Promise<RawSender> => {
      const head = `PUT /api/v1/fleets/south/rules/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.southAdmin}`;
      const sender = await rawSender(
        { host, port: Number(port) },
        `${head}\r\nContent-Length: ${size}\r\n\r\n`,
      );
      sender.socket.write(pad);
      return sender;
    };
    const slow: RawSender[] = [];
    while (slow.length < 8) slow.push(await begin());
    await expect.poll(() => API_ROOM.taken).toBe(8 * (size - 1));
    const refused = await begin();
    expect(statusesOf(await refused.closed)).toEqual([429]);
    expect(API_ROOM.taken).toBe(8 * (size - 1));
    expect((await server.api('PUT', '/rules/x', { body: {}, token: TOKENS.admin })).status).toBe(422);
    for (const sender of slow) sender.end();
    await expect.poll(() => API_ROOM.taken).toBe(0);
  });
});
