import { beforeAll, describe, expect, it } from 'vitest';
import { storeIncident } from '../../support/incidents/stored.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';

/** Tests problems in the language that a request accepts. */
// Every operation is called more often than a minute allows.
const server = useServer({}, { parts: { areRequestsUnlimited: true } });

interface ProblemRequest {
  readonly token?: string;
  readonly method?: string;
  readonly body?: object;
}
interface Said {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

async function ask(path: string, language: string | undefined, asked: ProblemRequest = {}): Promise<Said> {
  const { token = TOKENS.editor, method = 'GET', body } = asked;
  const response = await fetch(`${server.url}/api/v1/fleets/north${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(language !== undefined && { 'accept-language': language }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  return (await response.json()) as Said;
}

const RULE = {
  id: 'brake',
  name: 'Brake',
  severity: 'info',
  mode: 'shadow',
  conditions: { all: [{ fact: 'trip.score', operator: 'lessThan', value: 60 }] },
  actions: [{ type: 'webhook', url: 'https://hooks.example/x' }],
};
const silence = { id: 'past', reason: 'Roadworks', until: '2020-01-01T00:00:00Z', by: 'Ann' };
const why = '/explanations?driver_id=nobody&date=2026-01-05&rule=x';

const CASES: readonly (readonly [number, string, ProblemRequest, string, string])[] = [
  [
    401,
    '/incidents',
    { token: 'wrong' },
    'This API token is not known.',
    'Dieser API-Token ist nicht bekannt.',
  ],
  [403, '/users', {}, 'This needs the role admin; the token', 'Dafür ist die Rolle admin nötig; der Token'],
  [
    404,
    '/incidents/99',
    {},
    'There is no incident with this id.',
    'Einen Vorfall mit dieser Kennung gibt es',
  ],
  [404, '/rules/none', {}, 'There is no rule with this id.', 'Eine Regel mit dieser Kennung gibt es nicht.'],
  [404, '/rotations/none', {}, 'There is no rotation with this id.', 'Ein Dokument mit dieser Kennung gibt'],
  [
    404,
    why,
    {},
    'Nothing is stored about a driver "nobody".',
    'Zu einem Fahrer "nobody" ist nichts gespeichert.',
  ],
  [
    409,
    '/rules/brake/publish',
    { method: 'POST', body: { why: 'x', draft_hash: 'other' } },
    'The draft of rule "brake" no longer exists, and version 1, which is published, differs.',
    'Den Entwurf der Regel „brake“ gibt es nicht mehr, und Version 1, die veröffentlicht ist,',
  ],
  [
    409,
    '/rules/brake?replaces=other',
    { method: 'PUT', body: RULE },
    'The rule "brake" is no longer as it was read: version 1 is published.',
    'Die Regel „brake“ ist nicht mehr, wie Sie es gelesen haben: Version 1 ist veröffentlicht.',
  ],
  [
    422,
    '/silences',
    { method: 'POST', body: silence },
    'The silence is refused.',
    'Die Stummschaltung ist abgelehnt.',
  ],
];

describe('a problem', () => {
  beforeAll(async () => {
    const asAdmin = { token: TOKENS.admin };
    await server.api('PUT', '/rules/brake', { ...asAdmin, body: RULE });
    await server.api('POST', '/rules/brake/publish', { ...asAdmin, body: { why: 'first' } });
  });

  it.each(CASES)('%s of %s is English, and German where that is asked for', async (...given) => {
    const [status, path, asked, english, german] = given;
    for (const language of [undefined, '*', 'fr', 'en-GB,de;q=0.5'])
      expect(await ask(path, language, asked)).toMatchObject({
        status,
        detail: expect.stringContaining(english) as string,
      });
    for (const language of ['de', 'de-AT,en;q=0.5']) {
      const { title, ...said } = await ask(path, language, asked);
      expect(said).toMatchObject({ status, detail: expect.stringContaining(german) as string });
      expect(title).toMatch(/^(Nicht|Konflikt|Eingabe)/);
    }
  });

  it('says in German what is wrong with each field', async () => {
    const { errors } = await ask('/silences', 'de', { method: 'POST', body: silence });
    expect(errors).toEqual([{ pointer: '/until', message: 'ist schon vorbei' }]);
  });

  it('says in German how an incident stands that was answered too late', async () => {
    const { id } = await storeIncident(server.db, {});
    const resolve = { method: 'POST', body: { by: 'Ann', disposition: 'confirmed' } };
    await server.api('POST', `/incidents/${id}/resolve`, { token: TOKENS.editor, body: resolve.body });
    const late = { method: 'POST', body: { by: 'Bob' } };
    const english = await ask(`/incidents/${id}/acknowledge`, undefined, late);
    const german = await ask(`/incidents/${id}/acknowledge`, 'de', late);
    expect([english.status, german.status]).toEqual([409, 409]);
    expect(german.detail).toMatch(/gelöst|erledigt|abgeschlossen/);
    expect(german.detail).not.toBe(english.detail);
  });

  it('says in German what is wrong with a query', async () => {
    expect(await ask('/alarms?nonsense=1', 'de')).toMatchObject({
      title: 'Fehlerhafte Anfrage',
      detail: 'Die Abfrage ist falsch: nonsense: unbekannter Parameter "nonsense".',
      parameters: [{ parameter: 'nonsense', message: 'unbekannter Parameter "nonsense"' }],
    });
  });
});

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
}
interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Makes wrong bodies: not an object, an unknown field, and each field with wrong values. */
function wrongBodies(schema: ObjectSchema): readonly unknown[] {
  const wrong = [[], { nonsense: 1 }, 'x'];
  const values = [null, -1, 'x'.repeat(5_000), '\0', [7], { nonsense: 1 }];
  return [
    ...wrong,
    ...Object.keys(schema.properties ?? {}).flatMap((name) => values.map((value) => ({ [name]: value }))),
  ];
}

/** Returns all texts of a problem: its detail and each mistake. */
async function wordsOf(answer: Response): Promise<readonly string[]> {
  const { detail, errors = [] } = (await answer.json()) as Said;
  return [detail, ...errors.map(({ message }) => message)];
}

it('no operation says in English what is wrong with a body when German is asked for', async () => {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as ApiDescription;
  const send = (method: string, path: string, body: unknown, language: string): Promise<Response> =>
    fetch(server.url + path, {
      method: method.toUpperCase(),
      headers: {
        authorization: `Bearer ${TOKENS.admin}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify(body),
    });
  const english: string[] = [];
  let asked = 0;
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const schema = requestBody?.content['application/json']?.schema as ObjectSchema | undefined;
      if (schema === undefined || !path.startsWith('/api/v1/fleets/{fleet}/')) continue;
      const at = path.replace('{fleet}', 'north').replaceAll(/\{\w+\}/g, '1');
      for (const body of wrongBodies(schema)) {
        const [first, second] = [await send(method, at, body, 'en'), await send(method, at, body, 'de')];
        if (first.status !== 422 && first.status !== 400) continue;
        asked += 1;
        const [inEnglish, inGerman] = [await wordsOf(first), await wordsOf(second)];
        english.push(
          ...inGerman.filter((said) => inEnglish.includes(said)).map((said) => `${path}: ${said}`),
        );
      }
    }
  expect([...new Set(english)]).toEqual([]);
  expect(asked).toBeGreaterThan(100);
}, 120_000);
