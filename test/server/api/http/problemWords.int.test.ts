import { beforeAll, expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown; readonly schema: Schema }>>;
  };
}
/** A schema of the OpenAPI document, as far as these tests read it. */
interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
let components: Readonly<Record<string, Schema>>;
let operations: readonly (Operation & { readonly method: string; readonly path: string })[];

// Every operation is called more often than a minute allows.
const server = useServer({}, { parts: { areRequestsUnlimited: true } });
beforeAll(async () => {
  const { paths, ...document } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  };
  components = document.components.schemas;
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );
});

/** Zod's own messages, which name its types instead of saying what to write. */
const OF_THE_LIBRARY =
  /Invalid|expected|received|Too (?:small|big)|Unrecognized|undefined|NaN|must be (?:is|has|contains|needs|must)\b/;

const API = '/api/v1/fleets/{fleet}';
const addressOf = (path: string): string =>
  path.slice(API.length).replaceAll(/\{[^}]+\}/g, (name) => (name === '{id}' ? '1' : 'd-1'));

/** Replaces every value by values of other types, one field at a time. */
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
  expect(asked).toContain('is missing: a service token has to name the person who acts');
});

/** A required field of a body, and the document's description of it. */
interface RequiredField {
  readonly pointer: string;
  readonly description: string | undefined;
}

/** Documents have their own schemas, and lint lists the fields that they lack. */
const DOCUMENTS = ['Rule', 'Condition', 'EscalationPolicy', 'Rotation', 'Route', 'Digest', 'Settings'];
const isDocument = ({ $ref }: Schema): boolean => DOCUMENTS.some((name) => $ref?.endsWith(`/${name}`));

/** Lists every field that a body needs, including those of optional parts. */
function requiredFields(schema: Schema, pointer = ''): readonly RequiredField[] {
  const { required = [], properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = resolved(schema);
  const own = required.map((name) => ({
    pointer: `${pointer}/${name}`,
    description: properties[name]?.description ?? resolved(properties[name] ?? {}).description,
  }));
  const parts = [
    ...Object.entries(properties).map(([name, part]) => [`${pointer}/${name}`, part] as const),
    ...(items ? [[`${pointer}/0`, items] as const] : []),
    ...[...anyOf, ...oneOf, ...allOf].map((part) => [pointer, part] as const),
  ];
  const within = parts.filter(([, part]) => !isDocument(part));
  return [...own, ...within.flatMap(([at, part]) => requiredFields(part, at))];
}

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : (components[schema.$ref.split('/').at(-1)!] ?? {});
}

/** Returns a copy of a body without the field at a pointer, or `undefined` if it has none there. */
function without(body: unknown, pointer: string): unknown {
  const copy = structuredClone(body);
  const steps = pointer.split('/').slice(1);
  const last = steps.pop()!;
  const parent = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | undefined)?.[step],
    copy,
  );
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, last)) return undefined;
  Reflect.deleteProperty(parent, last);
  return copy;
}

it('every field that a body needs says what it is for, and so does the error where it is missing', async () => {
  const unsaid: string[] = [];
  let asked = 0;
  for (const { method, path, requestBody } of operations) {
    const json = requestBody?.content['application/json'];
    if (!json || isDocument(json.schema)) continue;
    for (const { pointer, description } of requiredFields(json.schema)) {
      const field = `${method} ${path} ${pointer}`;
      if (!description) unsaid.push(`${field} has no description`);
      const body = without(json.example, pointer);
      if (!path.startsWith(API)) continue;
      if (body === undefined) {
        unsaid.push(`${field} is not in the example`);
        continue;
      }
      asked += 1;
      const { status, json: problem } = await server.api(method.toUpperCase(), addressOf(path), {
        // Uses another fleet, because the limits of the first are used up.
        fleet: 'south',
        token: TOKENS.southAdmin,
        body,
      });
      const errors = (problem['errors'] ?? []) as readonly { pointer: string; message: string }[];
      const said = errors.find((each) => each.pointer === pointer)?.message ?? 'nothing';
      if (status !== 422 || !/^is missing: \w/.test(said)) unsaid.push(`${field}: ${status}, ${said}`);
      else if (said.includes('it must be')) unsaid.push(`${field} does not say what for: ${said}`);
    }
  }
  expect(unsaid).toEqual([]);
  expect(asked).toBeGreaterThan(20);
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
