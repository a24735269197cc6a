import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { apiDescription } from '../../../../server/description.ts';
import { incidentTimeline } from '../../../../store/incidents/index.ts';
import { storeIncident } from '../../../support/incidents/stored.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
  readonly json: Readonly<Record<string, unknown>>;
}

async function post(path: string, key: string, body: object, token: string = TOKENS.admin): Promise<Sent> {
  const response = await fetch(`${server.url}/api/v1/fleets/north${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const json = JSON.parse(text) as Sent['json'];
  return { status: response.status, text, location: response.headers.get('location'), json };
}

const conditions = { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] };
const RULE = { id: 'far', name: 'Far', severity: 'info', conditions, actions: [] };
const BACKTEST = { rule: RULE, from: '2026-03-01', to: '2026-03-02' };
const backtests = async (): Promise<number> =>
  ((await server.api('GET', '/backtests')).json['items'] as unknown[]).length;

it('the same request with the same key has one effect and one answer', async () => {
  const first = await post('/backtests', 'same', BACKTEST);
  expect(first).toMatchObject({ status: 202, location: first.json['address'] });
  expect(await post('/backtests', 'same', BACKTEST)).toEqual(first);
  expect(await backtests()).toBe(1);
});

it('another request with the same key is refused, and one of another caller is not', async () => {
  const incident = await storeIncident(server.db);
  const notes = `/incidents/${incident.id}/notes`;
  const said = { by: 'Ann', note: 'One.' };
  expect((await post(notes, 'mine', said)).status).toBe(200);
  for (const [path, body] of [
    [notes, { by: 'Ann', note: 'Two.' }],
    [`/incidents/${incident.id}/acknowledge`, { by: 'Ann' }],
  ] as const)
    expect(await post(path, 'mine', body)).toMatchObject({ status: 422, json: { code: 'key_used' } });
  expect((await post(notes, 'mine', said, TOKENS.editor)).status).toBe(200);
  const notesOf = (await incidentTimeline(server.db, incident)).filter(({ kind }) => kind === 'noted');
  expect(notesOf).toHaveLength(2);
});

it('a refusal is answered again, so that one request has one answer', async () => {
  const publish = () => post('/rules/later/publish', 'early', {});
  const first = await publish();
  expect(first).toMatchObject({ status: 404, json: { code: 'no_document' } });
  await server.api('PUT', '/rules/later', { body: { ...RULE, id: 'later' } });
  expect(await publish()).toEqual(first);
  expect((await post('/rules/later/publish', 'fresh', {})).status).toBe(200);
});

it('of twenty at once one has an effect, and each is answered the same or asked to come again', async () => {
  const incident = await storeIncident(server.db);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(`/incidents/${incident.id}/escalate`, 'at once', { by: 'Ann' })),
  );
  const done = answers.filter(({ status }) => status === 200);
  expect(new Set(done.map(({ text }) => text)).size).toBe(1);
  for (const { json } of answers.filter((each) => !done.includes(each)))
    expect(json['code']).toBe('key_unanswered');
  const events = await incidentTimeline(server.db, incident);
  expect(events.filter(({ kind }) => kind === 'escalated' || kind === 'late_answer')).toHaveLength(1);
});

it('a request whose end was not recorded is not carried out a second time', async () => {
  const before = await backtests();
  await post('/backtests', 'cut', BACKTEST);
  // As a web server leaves it that ends before its answer is recorded.
  await sql`update idempotency_keys set status = null, body = null where key = 'cut'`.execute(server.db);
  expect(await post('/backtests', 'cut', BACKTEST)).toMatchObject({
    status: 409,
    json: { code: 'key_unanswered' },
  });
  expect(await backtests()).toBe(before + 1);
});

it('a request that could not be served now may be sent again with its key', async () => {
  const incident = await storeIncident(server.db);
  server.gateway.unavailable = true;
  expect((await post('/backtests', 'outage', BACKTEST)).status).toBe(503);
  expect((await post(`/incidents/${incident.id}/notes`, 'note', { by: 'Ann', note: 'x' })).status).toBe(200);
  server.gateway.unavailable = false;
  expect((await post('/backtests', 'outage', BACKTEST)).status).toBe(202);
});

it('a key is free again after a day', async () => {
  const incident = await storeIncident(server.db);
  const notes = `/incidents/${incident.id}/notes`;
  expect((await post(notes, 'daily', { by: 'Ann', note: 'Monday.' })).status).toBe(200);
  await sql`update idempotency_keys set at = at - interval '25 hours'`.execute(server.db);
  expect((await post(notes, 'daily', { by: 'Ann', note: 'Tuesday.' })).status).toBe(200);
  const { rows } = await sql`select 1 from idempotency_keys where at < now() - interval '24 hours'`.execute(
    server.db,
  );
  expect(rows).toEqual([]);
});

it('a key that cannot be stored is refused', async () => {
  expect(await post('/backtests', 'x'.repeat(201), BACKTEST)).toMatchObject({
    status: 400,
    json: { code: 'key_form' },
  });
});

it('every POST of a fleet takes a key but those without an effect, and one that answers a secret', () => {
  const { paths } = apiDescription(server.url) as {
    readonly paths: Readonly<
      Record<
        string,
        {
          readonly post?: { readonly operationId: string; readonly parameters?: { readonly name: string }[] };
        }
      >
    >;
  };
  const without = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/fleets/'))
    .flatMap(([, { post: operation }]) => (operation ? [operation] : []))
    .filter(({ parameters = [] }) => !parameters.some(({ name }) => name === 'Idempotency-Key'))
    .map(({ operationId }) => operationId);
  expect(without.sort()).toEqual([
    'factDistribution',
    'rotateWebhookSecret',
    'simulate',
    'validateCondition',
    'validateDigest',
    'validateEscalationPolicy',
    'validateRotation',
    'validateRoute',
    'validateRule',
    'validateSettings',
  ]);
});
