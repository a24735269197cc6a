import { afterAll, beforeAll, expect, it } from 'vitest';
import { useDatabase } from '../../../support/useDatabase.ts';
import { startServerInTest, TOKENS } from '../../serverFixture.ts';
import type { ServerInTest } from '../../serverFixture.ts';

const test = useDatabase();
let server: ServerInTest;

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}
let operations: readonly (Operation & { readonly method: string; readonly path: string })[];

beforeAll(async () => {
  server = await startServerInTest(test.database);
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
});
afterAll(() => server.close());

/** Zod's own sentences, which name its types instead of saying what to write. */
const OF_THE_LIBRARY =
  /Invalid|expected|received|Too (?:small|big)|Unrecognized|undefined|NaN|must be (?:is|has|contains|needs|must)\b/;

const API = '/api/v1/fleets/{fleet}';
const addressOf = (path: string): string =>
  path.slice(API.length).replaceAll(/\{[^}]+\}/g, (name) => (name === '{id}' ? '1' : 'd-1'));

/** Every value replaced by one of another type, one field at a time. */
function wrongTypes(example: unknown): unknown[] {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return [];
  return Object.entries(example).flatMap(([name, value]) =>
    [7, 'x y', [], {}, null, true, -1.5, '']
      .filter((other) => typeof other !== typeof value || other === '')
      .map((other) => ({ ...example, [name]: other })),
  );
}

async function wordsOf(method: string, address: string, body?: unknown): Promise<readonly string[]> {
  const { json } = await server.api(method.toUpperCase(), address, {
    token: TOKENS.admin,
    ...(body !== undefined && { body }),
  });
  const problem = json as {
    readonly detail?: string;
    readonly errors?: readonly { readonly message: string }[];
    readonly parameters?: readonly { readonly message: string }[];
  };
  const lists = [...(problem.errors ?? []), ...(problem.parameters ?? [])].map(({ message }) => message);
  return [...lists, ...(problem.detail === undefined ? [] : [problem.detail])];
}

it('every refused body says in Tripline’s words what is wrong, never in those of a library', async () => {
  const asked: string[] = [];
  const foreign = new Set<string>();
  for (const { method, path, requestBody } of operations) {
    const json = requestBody?.content['application/json'];
    if (!json || !path.startsWith(API)) continue;
    const bodies = [{}, [], 'text', { surely_no_field: 1 }, ...wrongTypes(json.example)];
    for (const body of bodies)
      for (const words of await wordsOf(method, addressOf(path), body)) {
        asked.push(words);
        if (OF_THE_LIBRARY.test(words))
          foreign.add(`${method} ${path} ${JSON.stringify(body).slice(0, 80)}: ${words}`);
      }
  }
  expect([...foreign]).toEqual([]);
  expect(asked.length).toBeGreaterThan(500);
  expect(asked).toContain('is missing: it must be a string');
});

it('every refused query says in Tripline’s words what is wrong', async () => {
  const foreign = new Set<string>();
  let asked = 0;
  for (const { method, path, parameters = [] } of operations) {
    if (method !== 'get' || !path.startsWith(API)) continue;
    const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    for (const name of [...names, 'surely_no_parameter'])
      for (const value of ['', 'x%20y', '-1', '1e9', '2026-13-45'])
        for (const words of await wordsOf(method, `${addressOf(path)}?${name}=${value}`)) {
          asked += 1;
          if (OF_THE_LIBRARY.test(words)) foreign.add(`${method} ${path} ${name}=${value}: ${words}`);
        }
  }
  expect([...foreign]).toEqual([]);
  expect(asked).toBeGreaterThan(200);
});
