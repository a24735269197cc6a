import type { Express } from 'express';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createApp } from '../../../server/app.ts';
import { consoleRoutes } from '../../../server/console/index.ts';
import { ODD_DRIVER, recordEverything, TRIP } from '../records.ts';
import type { Recorded } from '../records.ts';
import { OPERATIONS_OF_ROLE, roleNeeded } from '../roles.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

let document: Document;
let recorded: Recorded;
let operations: Operation[];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security: readonly Record<string, unknown>[];
  readonly 'x-group-tokens'?: boolean;
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Readonly<Record<string, { readonly schema: object }>>;
      }
    >
  >;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: { readonly example?: unknown };
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly example?: unknown } };
  };
}
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: object;
  };
}

// Every operation is called more often than a minute allows.
const server = useServer({}, { parts: { areRequestsUnlimited: true } });
beforeAll(async () => {
  recorded = await recordEverything(server.db, 'north');
  await recordEverything(server.db, 'south');
  document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
});
afterEach(() => vi.useRealTimers());

/** Returns the API's operations on a fleet that a bearer token opens. */
const apiOperations = (): Operation[] =>
  underApi().filter(({ security }) => security.some((each) => 'apiToken' in each));

/** Returns every operation below a fleet's root: those, and the pages that take the same tokens as a password. */
const underApi = (): Operation[] => operations.filter(({ path }) => path.startsWith('/api/v1/fleets/'));

/** Returns a path with parameters of things that exist, and with the query that it needs. */
function pathTo({ path, parameters = [] }: Operation): string {
  const needed = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => [name, name === 'driver_id' ? ODD_DRIVER : String(schema.example)] as const);
  const ids: Readonly<Record<string, string>> = {
    alerts: recorded.alertId,
    backfills: recorded.backfillId,
    'dead-letters': recorded.deadLetterId,
    deletions: recorded.deletionId,
    erasures: recorded.erasureId,
    incidents: recorded.incidentId,
    outbox: recorded.outboxId,
    simulations: recorded.simulationId,
    backtests: recorded.backtestId,
    rules: 'collision',
    conditions: 'at-night',
    'escalation-policies': 'collision',
    rotations: 'safety',
    routes: 'regional-manager',
    digests: 'weekly',
    silences: 'roadworks-north',
    tokens: recorded.tokenId,
    users: recorded.userId,
  };
  const found = path
    .replace('/api/v1/fleets/{fleet}', '')
    .replace(/^\/([\w-]+)\/\{id\}/, (_all, noun: string) => `/${noun}/${ids[noun]}`)
    .replace('{channel}', 'email')
    .replace('/tests/{id}', `/tests/${recorded.channelTestId}`)
    .replace('{driver_id}', encodeURIComponent(ODD_DRIVER))
    .replace('{trip_id}', TRIP);
  return needed.length === 0
    ? found
    : `${found}?${new URLSearchParams(Object.fromEntries(needed)).toString()}`;
}

describe('the document', () => {
  it('is OpenAPI 3.1 whose references all lead somewhere', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(Object.keys(document.components.securitySchemes)).toContain('apiToken');
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#([^"]+)"/g)].map((match) => match[1]!);
    expect(references.length).toBeGreaterThan(30);
    for (const reference of new Set(references)) {
      const target = reference
        .split('/')
        .slice(1)
        .reduce<unknown>(
          (at, step) => (at as Record<string, unknown> | undefined)?.[decodeURIComponent(step)],
          document,
        );
      expect(target, reference).toBeTypeOf('object');
    }
  });

  it('names every operation once, says what it is for, and documents every error as a problem', () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { operationId, summary, responses } of operations) {
      expect(summary, operationId).toBeTruthy();
      for (const [status, { content }] of Object.entries(responses))
        if (Number(status) >= 400)
          expect(Object.keys(content ?? {}), `${operationId} ${status}`).toEqual([
            'application/problem+json',
          ]);
    }
  });

  it('says at every operation that an address and headers may be too large', async () => {
    const answer = await fetch(`${server.url}/healthz?why=${'x'.repeat(40_000)}`);
    expect(answer.status).toBe(431);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    for (const { operationId, responses } of operations)
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['408', '431']));
  });

  it('describes no content of an answer 204, which has none', () => {
    const empty = operations.flatMap(({ responses }) => responses['204'] ?? []);
    expect(empty.length).toBeGreaterThan(3);
    expect(empty.filter(({ content }) => content !== undefined)).toEqual([]);
  });

  it('describes the refusals of an Idempotency-Key at every operation that takes one', () => {
    const keyed = operations.filter(({ parameters = [] }) =>
      parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    expect(keyed.length).toBeGreaterThan(30);
    const undescribed = keyed.filter(({ responses }) => !responses['409'] || !responses['422']);
    expect(undescribed.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('describes exactly the routes that are mounted, but for the console’s pages', () => {
    const pages = new Set(consoleRoutes(server.deps).routes.map(({ path }) => `GET ${path}`));
    const mounted = mountedRoutes(createApp(server.deps)).filter((each) => !pages.has(each));
    const sent = operations.map(({ method, path }) => `${method} ${path}`);
    expect(mounted.sort()).toEqual(sent.sort());
  });

  it('has the routes that people and scripts rely on', () => {
    const sent = operations.map(
      ({ method, path }) => `${method} ${path.replace('/api/v1/fleets/{fleet}', '…')}`,
    );
    expect(sent).toEqual(
      expect.arrayContaining([
        'POST /webhooks/{fleet}/{token}',
        'POST /webhooks/{fleet}',
        'GET …/rules',
        'PUT …/rules/{id}',
        'GET …/rules/{id}/versions',
        'POST …/rules/{id}/publish',
        'POST …/rules/{id}/rollback',
        'POST …/rules/validate',
        'POST …/simulations',
        'GET …/trips',
        'GET …/trips/{driver_id}/{trip_id}',
        'POST …/trips/{driver_id}/{trip_id}/replay',
        'GET …/alerts',
        'PUT …/escalation-policies/{id}',
        'GET …/escalation-policies/{id}/preview',
        'POST …/rotations/{id}/publish',
        'GET …/rotations/{id}/shifts',
        'GET …/dead-letters',
        'GET …/deletions',
        'POST …/deletions/{id}/approve',
        'POST …/deletions/{id}/reject',
        'GET …/incidents',
        'GET …/incidents/{id}',
        'POST …/incidents/{id}/acknowledge',
        'POST …/incidents/{id}/snooze',
        'POST …/incidents/{id}/resolve',
        'POST …/incidents/{id}/escalate',
        'POST /slack/interactions',
        'GET /a/{signed}',
        'POST /a/{signed}',
        'POST …/backfills',
        'GET …/backfills',
        'GET …/backfills/{id}',
        'POST …/backfills/{id}/cancel',
        'GET …/audit',
        'GET …/drivers/{driver_id}/export',
        'POST …/drivers/{driver_id}/erase',
        'GET …/outbox',
        'GET …/outbox/{id}',
        'GET …/outbox/{id}/page',
        'GET /healthz',
        'GET /readyz',
        'GET /metrics',
        'GET /openapi.json',
      ]),
    );
  });
});

/** Lists `METHOD /template` of every route in Express's own stack. */
function mountedRoutes(app: Express): string[] {
  const layers = app.router.stack as unknown as {
    route?: { path: string; methods: Record<string, boolean> };
  }[];
  return layers.flatMap(({ route }) =>
    route
      ? Object.keys(route.methods).map(
          (method) => `${method.toUpperCase()} ${route.path.replace(/:(\w+)/g, '{$1}')}`,
        )
      : [],
  );
}

describe('every operation of the API', () => {
  const bodyOf = (operation: Operation): { body?: unknown } => {
    const content = operation.requestBody?.content['application/json'];
    return content === undefined ? {} : { body: content.example ?? {} };
  };

  it('answers 401 without a token and with a wrong one', async () => {
    expect(apiOperations().length).toBeGreaterThan(25);
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const operation of apiOperations()) {
      // Each operation gets its own minute, because the wrong tokens of an address are limited per minute.
      vi.setSystemTime(Date.now() + 61_000);
      for (const token of [undefined, 'wrong-token', TOKENS.webhook]) {
        const answer = await server.api(operation.method, pathTo(operation), { token, ...bodyOf(operation) });
        expect(answer.status, operation.operationId).toBe(401);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="tripline"');
        expectProblem(answer, operation);
      }
    }
  });

  it('answers 404 to another fleet’s token, the same whether the fleet exists or not', async () => {
    for (const operation of apiOperations())
      for (const fleet of ['north', 'west']) {
        const answer = await server.api(operation.method, pathTo(operation), {
          token: TOKENS.southAdmin,
          fleet,
          ...bodyOf(operation),
        });
        expect(answer.status, operation.operationId).toBe(404);
        expect(answer.json['detail']).toBe('There is no such fleet for this token.');
      }
  });

  it('has its role in test/server/roles.ts, and only such operations have', () => {
    const ids = underApi().map(({ operationId }) => operationId);
    for (const id of ids) roleNeeded(id);
    const inTable = Object.values(OPERATIONS_OF_ROLE).flat();
    const stale = inTable.filter((id) => !ids.includes(id));
    expect(stale, 'No such operation: take it out of test/server/roles.ts').toEqual([]);
    const twice = inTable.filter((id, at) => inTable.indexOf(id) !== at);
    expect(twice, 'Twice in test/server/roles.ts').toEqual([]);
    for (const group of Object.values(OPERATIONS_OF_ROLE)) expect(group).toEqual([...group].sort());
  });

  it('says which role it takes', () => {
    for (const { operationId, description, responses } of underApi()) {
      const needed = roleNeeded(operationId);
      const sent = [...(description ?? '').matchAll(/role `(\w+)`/g)].map((match) => match[1]);
      expect(sent, operationId).toEqual([needed]);
      const refused = /role is below `(\w+)`/.exec(responses['403']?.description ?? '')?.[1];
      expect(refused, operationId).toBe(needed === 'viewer' ? undefined : needed);
    }
  });

  it('answers 403 to a role below its own, and to no other', async () => {
    const roles = ['viewer', 'editor', 'admin'] as const;
    for (const operation of underApi()) {
      const needed = roleNeeded(operation.operationId);
      for (const role of roles) {
        // Without a body, a request that passes the role check is refused, so nothing changes.
        const raw = operation.method === 'GET' ? {} : { raw: '{"no such field": true}' };
        const answer = await server.api(operation.method, pathTo(operation), { token: TOKENS[role], ...raw });
        const isAllowed = roles.indexOf(role) >= roles.indexOf(needed);
        expect(answer.status === 403, `${role} ${operation.operationId} ${answer.status}`).toBe(!isAllowed);
        expect(answer.status).not.toBe(401);
        expect(answer.status, operation.operationId).toBeLessThan(500);
        if (answer.status >= 400) expectProblem(answer, operation);
      }
    }
  });

  it('answers 403 to a token that is limited to groups, but for the few that separate groups', async () => {
    // The operations about the signed-in person belong to no fleet.
    const ofTokens = operations.filter(
      ({ path, security }) =>
        !path.startsWith('/api/v1/me') &&
        security.some((each) => 'apiToken' in each || 'apiTokenAsPassword' in each),
    );
    expect(ofTokens.length).toBeGreaterThan(apiOperations().length);
    const open = ofTokens.filter((each) => each['x-group-tokens']).map(({ operationId }) => operationId);
    expect(open.sort()).toEqual([
      'getAlert',
      'getDigest',
      'getFacts',
      'getIncident',
      'getIncidentPlace',
      'getRuleNames',
      'getTrip',
      'getTripPath',
      'listAlerts',
      'listDigestRuns',
      'listDigests',
      'listIncidents',
      'listTrips',
      'previewDigest',
      'streamEvents',
    ]);
    for (const operation of ofTokens) {
      const isPage = !apiOperations().includes(operation);
      const address = isPage
        ? operation.path.replace('{fleet}', 'north').replace('{id}', recorded.outboxId)
        : `/api/v1/fleets/north${pathTo(operation)}`;
      const hasBody = !isPage && operation.method !== 'GET';
      const response = await fetch(server.url + address, {
        method: operation.method,
        headers: {
          authorization: isPage
            ? `Basic ${Buffer.from(`eve:${TOKENS.east}`).toString('base64')}`
            : `Bearer ${TOKENS.east}`,
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
        },
        ...(hasBody ? { body: JSON.stringify(bodyOf(operation).body ?? {}) } : {}),
      });
      const isOpen = open.includes(operation.operationId);
      expect([operation.operationId, response.status === 403]).toEqual([operation.operationId, !isOpen]);
      if (isOpen) continue;
      expect(Object.keys(operation.responses), operation.operationId).toContain('403');
      const text = await response.text();
      expect(text, operation.operationId).toContain('sees only its groups (east)');
    }
    for (const operation of operations.filter((each) => !ofTokens.includes(each)))
      expect(operation['x-group-tokens'], operation.operationId).toBeUndefined();
  });

  it('that reads answers what the document says', async () => {
    const conditions = { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 1 }] };
    const actions = [{ type: 'slack', channel: '#fleet-safety' }];
    const rule = { id: 'collision', name: 'Collision', severity: 'info', conditions, actions };
    expect((await server.api('PUT', '/rules/collision', { body: rule })).status).toBe(200);
    expect((await server.api('POST', '/rules/collision/publish', { body: {} })).status).toBe(200);
    for (const operation of apiOperations().filter(
      ({ method, path }) =>
        method === 'GET' &&
        !/(rules|conditions|escalation-policies|rotations|routes|digests)\/\{id\}/.test(path),
    )) {
      if (['getDeletionSnapshot', 'explainDay'].includes(operation.operationId)) continue;
      const response = await fetch(`${server.url}/api/v1/fleets/north${pathTo(operation)}`, {
        headers: { authorization: `Bearer ${TOKENS.admin}` },
      });
      expect(response.status, operation.operationId).toBe(200);
      expect(response.headers.get('cache-control')).toMatch(/^no-store(, no-transform)?$/);
      const [type, { schema }] = Object.entries(operation.responses['200']!.content!)[0]!;
      expect(response.headers.get('content-type')).toContain(type);
      if (type === 'text/event-stream') await response.body?.cancel();
      if (type === 'application/json') expectMatches(schema, await response.json(), operation.operationId);
    }
    const operationOf = (id: string) => apiOperations().find(({ operationId }) => operationId === id)!;
    for (const [id, path] of [
      ['explainDay', pathTo(operationOf('explainDay'))],
      ['getRule', '/rules/collision'],
      ['listRuleVersions', '/rules/collision/versions'],
    ] as const) {
      const { status, json } = await server.api('GET', path);
      expect(status, id).toBe(200);
      expectMatches(operationOf(id).responses['200']!.content!['application/json']!.schema, json, id);
    }
  });

  it('that lists answers at least the one thing there is, of its own fleet only', async () => {
    for (const operation of apiOperations().filter(({ operationId }) =>
      /^list(?!Rule|Condition|EscalationPolic|Rotation|Route|Digest)/.test(operationId),
    )) {
      const { json } = await server.api('GET', pathTo(operation));
      expect((json['items'] as unknown[]).length, operation.operationId).toBeGreaterThanOrEqual(1);
      expect(JSON.stringify(json)).not.toContain('"south"');
    }
  });

  it('that shows one thing answers 404 for another fleet’s, for none, and for nonsense', async () => {
    const shows = apiOperations().filter(({ path }) => /\{(id|trip_id)\}/.test(path));
    const south = { token: TOKENS.southAdmin, fleet: 'south' };
    for (const operation of shows) {
      if (
        /^(put(Rule|Condition|EscalationPolicy|Rotation|Route|Digest)|replayTrip)$/.test(
          operation.operationId,
        )
      )
        continue;
      const { body } = bodyOf(operation);
      for (const id of [
        '999999',
        'nonsense',
        '%00',
        '%F0%9F%9A%9A',
        "'; drop table trips; --",
        '99999999999999999999',
      ]) {
        const path = operation.path
          .replace('/api/v1/fleets/{fleet}', '')
          .replace(/\{\w+\}/g, id.startsWith('%') ? id : encodeURIComponent(id));
        const answer = await server.api(operation.method, path, body === undefined ? {} : { body });
        expect(answer.status, `${operation.operationId} ${id}`).toBe(404);
        expectProblem(answer, operation);
      }
      if (
        !operation.path.includes('{driver_id}') &&
        !/\/(rules|conditions|escalation-policies|rotations|routes|digests)\//.test(operation.path)
      ) {
        const answer = await server.api(operation.method, pathTo(operation), {
          ...south,
          ...(body === undefined ? {} : { body }),
        });
        expect(answer.status, operation.operationId).toBe(404);
      }
    }
  });

  it('that takes a body refuses what is no JSON, too large, too deep, empty or of the wrong shape', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const operation of apiOperations().filter(({ requestBody }) => requestBody)) {
      // Each operation gets its own minute, because the megabytes of a fleet are limited per minute.
      vi.setSystemTime(Date.now() + 61_000);
      const call = (raw: string | Buffer) => server.api(operation.method, pathTo(operation), { raw });
      const broken = await call('{"a":\n1,}');
      expect(broken.status, operation.operationId).toBe(400);
      expect(broken.json['detail']).toContain('line 2, character 3');
      for (const type of [
        'application/x-www-form-urlencoded',
        'text/plain',
        'application/json; charset=latin1',
      ]) {
        const other = await server.api(operation.method, pathTo(operation), { raw: '{}', type });
        expect(other.status, `${operation.operationId} ${type}`).toBe(415);
        expect(other.headers.get('accept')).toContain('application/json');
        expectProblem(other, operation);
      }
      const largest = { simulate: 6_291_456, importDrivers: 16_777_216 }[operation.operationId] ?? 1_048_576;
      expect((await call(`"${'x'.repeat(largest)}"`)).status, operation.operationId).toBe(413);
      expect((await call(`"${'x'.repeat(largest - 2)}"`)).status, operation.operationId).not.toBe(413);
      expect((await call('['.repeat(10_000) + ']'.repeat(10_000))).status).toBe(400);
      if (
        /^validate(Rule|Condition|EscalationPolicy|Rotation|Route|Digest|Settings)$/.test(
          operation.operationId,
        )
      )
        continue;
      for (const wrong of ['[]', '5', 'null', '"x"', '{"surprise":1}']) {
        const answer = await call(wrong);
        const isAbsent =
          answer.status === 404 &&
          /\/(rules|conditions|escalation-policies|rotations|routes|digests)\/\{id\}\//.test(operation.path);
        expect(isAbsent ? 422 : answer.status, `${operation.operationId} ${wrong}`).toBe(422);
        if (!isAbsent)
          expect(answer.json['errors']).toEqual(
            expect.arrayContaining([expect.objectContaining({ pointer: expect.any(String) as string })]),
          );
      }
    }
  });

  it('that lists pages, and refuses what is no page and no filter', async () => {
    for (const operation of apiOperations().filter(
      ({ operationId }) => /^list/.test(operationId) && !/(?:Versions|DigestRuns)$/.test(operationId),
    )) {
      const path = pathTo(operation);
      for (const query of [
        'limit=0',
        'limit=201',
        'limit=x',
        'limit=1.5',
        'cursor=nonsense',
        'surprise=1',
        'limit=1&limit=2',
        'cursor=%00',
      ]) {
        const answer = await server.api('GET', `${path}?${query}`);
        expect(answer.status, `${operation.operationId} ${query}`).toBe(400);
        expectProblem(answer, operation);
      }
      expect((await server.api('GET', `${path}?limit=200`)).status).toBe(200);
    }
  });
});

function expectProblem(
  answer: { status: number; headers: Headers; json: Record<string, unknown> },
  operation: Operation,
): void {
  expect(answer.headers.get('content-type'), operation.operationId).toContain('application/problem+json');
  expect(answer.json).toMatchObject({
    status: answer.status,
    title: expect.any(String) as string,
    code: expect.stringMatching(/^[a-z][a-z0-9_]+$/) as string,
    type: `urn:tripline:problem:${String(answer.json['code'])}`,
    detail: expect.any(String) as string,
  });
  expect(Object.keys(operation.responses), `${operation.operationId} documents ${answer.status}`).toContain(
    String(answer.status),
  );
}

/**
 * Returns the document's schemas by name, with nested ones beside their parent: `Rule/$defs/RuleFact` becomes `Rule.RuleFact`,
 * because references are followed to the first level only.
 */
function definitions(): object {
  return Object.fromEntries(
    Object.entries(document.components.schemas).flatMap(([name, schema]) => {
      const { $defs: inner = {}, ...rest } = schema as { readonly $defs?: object };
      const nested = Object.entries(inner).map(([part, each]) => [`${name}.${part}`, each as object]);
      return [[name, rest], ...nested];
    }),
  ) as object;
}

/** Keywords with which zod cannot read a schema. The tests of the rule parser cover which value belongs to which operator. */
const NOT_READ: ReadonlySet<string> = new Set(['if', 'then', 'else']);

/** Checks a value against a schema of the document, and follows references. */
function expectMatches(schema: object, value: unknown, what: string): void {
  const text = JSON.stringify({ ...schema, $defs: definitions() }, (key, part: unknown) =>
    NOT_READ.has(key) ? undefined : part,
  )
    .replaceAll(/#\/components\/schemas\/(\w+)\/\$defs\/(\w+)/g, '#/$defs/$1.$2')
    .replaceAll('#/components/schemas/', '#/$defs/');
  const withDefinitions = JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0];
  const parsed = z.fromJSONSchema(withDefinitions).safeParse(value);
  expect(parsed.success ? [] : parsed.error.issues, what).toEqual([]);
}
