import { describe, expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

type As = { readonly token: string };
const editor: As = { token: TOKENS.editor };
const admin: As = { token: TOKENS.admin };

const condition = (id: string, ...all: object[]) => ({ id, name: id, conditions: { all } });
const short = (value: number) => ({ fact: 'trip.distance_km', operator: 'lessThan', value });
const rotation = (id: string, email: string) => ({
  id,
  timezone: 'Europe/Berlin',
  handover: { weekday: 'mon', at: '08:00' },
  people: [{ name: 'Ann', email, slack: 'U01ABCDEF' }],
});
const route = (id: string, receiver: string, slack = receiver) => ({
  id,
  by: 'group',
  entries: { north: { slack } },
  default: { email: [receiver], slack },
});

/** Documents that a rule `tidy-N` names, near and far: as they are at first, and as an editor would have them. */
function namedBy(n: number): Readonly<Record<string, { readonly first: object; readonly then: object }>> {
  const [far, near, yard, leads] = ['far', 'near', 'yard', 'leads'].map((id) => `${id}-${n}`);
  return {
    [`/conditions/${far}`]: { first: condition(far!, short(0.1)), then: condition(far!, short(1_000)) },
    [`/conditions/${near}`]: {
      first: condition(near!, { condition: far }),
      then: condition(near!, short(1_000)),
    },
    [`/rotations/${yard}`]: {
      first: rotation(yard!, 'ann@example.com'),
      then: rotation(yard!, 'ed@example.com'),
    },
    [`/routes/${leads}`]: {
      first: route(leads!, `rotation:${yard}`),
      then: route(leads!, 'ed@example.com', 'U0EDITOR1'),
    },
  };
}

/** Makes a rule that names them, and deletes trips or not. */
function rule(n: number, mode: string, does: 'deletes' | 'notifies') {
  return {
    id: `tidy-${n}`,
    name: 'Tidy',
    mode,
    conditions: { all: [{ condition: `near-${n}` }] },
    actions: [
      { type: 'email', to: [`route:leads-${n}`] },
      ...(does === 'deletes' ? [{ type: 'delete_trip', ask: `route:leads-${n}` }] : []),
    ],
  };
}

async function put(path: string, body: object, as = admin): Promise<void> {
  const { status, json } = await server.api('PUT', path, { ...as, body });
  expect([path, status, json['errors']]).toEqual([path, 200, undefined]);
}
const publish = (path: string, as = admin) => server.api('POST', `${path}/publish`, as);
async function published(path: string, body: object): Promise<void> {
  await put(path, body);
  expect((await publish(path)).status).toBe(200);
}
const publishedRule = (n: number, ...[mode, does]: [string, 'deletes' | 'notifies']) =>
  published(`/rules/tidy-${n}`, rule(n, mode, does));

/** States of a rule that names the documents, and the role that may change them then. */
const USES: readonly (readonly [use: string, role: 'admin' | 'editor', (n: number) => Promise<unknown>])[] = [
  ['is live', 'admin', (n) => publishedRule(n, 'live', 'deletes')],
  ['is in shadow until an admin makes it live', 'admin', (n) => publishedRule(n, 'shadow', 'deletes')],
  ['is off', 'admin', (n) => publishedRule(n, 'off', 'deletes')],
  [
    'is a draft that was never published',
    'admin',
    (n) => put(`/rules/tidy-${n}`, rule(n, 'live', 'deletes')),
  ],
  [
    'is a draft beside a version that deletes nothing',
    'admin',
    async (n) => {
      await publishedRule(n, 'live', 'notifies');
      await put(`/rules/tidy-${n}`, rule(n, 'live', 'deletes'));
    },
  ],
  [
    'is an earlier version, to which an admin may roll back',
    'admin',
    async (n) => {
      await publishedRule(n, 'live', 'deletes');
      await publishedRule(n, 'live', 'notifies');
    },
  ],
  [
    'is retired, and may be brought back',
    'admin',
    async (n) => {
      await publishedRule(n, 'live', 'deletes');
      expect((await server.api('DELETE', `/rules/tidy-${n}`, admin)).status).toBe(200);
    },
  ],
  ['deletes nothing', 'editor', (n) => publishedRule(n, 'live', 'notifies')],
  ['does not exist', 'editor', () => Promise.resolve()],
];

describe('a document that a rule names', () => {
  it.each(USES.map(([use, role, given], n) => ({ use, role, given, n })))(
    'needs the role $role when the rule $use',
    async ({ role, given, n }) => {
      const documents = Object.entries(namedBy(n));
      // Rotations before routes before rules, and conditions in their order.
      for (const [path, { first }] of documents) await published(path, first);
      await given(n);
      const status = role === 'admin' ? 403 : 200;
      for (const [path, { then }] of documents) {
        await put(path, then, editor);
        const answer = await publish(path, editor);
        expect([path, answer.status]).toEqual([path, status]);
        if (status === 403)
          expect(answer.json['detail']).toMatch(
            /^The rule "tidy-\d+" deletes trips and depends on the .+ "[a-z]+-\d+": this requires the role admin\.$/,
          );
        // The role also applies to a rollback to an earlier version, …
        await published(path, then);
        const back = { ...editor, body: { version: 1 } };
        expect((await server.api('POST', `${path}/rollback`, back)).status).toBe(status);
        // … and to retirement, which first names the rule that uses it.
        const retired = await server.api('DELETE', path, editor);
        expect([status, 409]).toContain(retired.status);
      }
    },
  );

  it('needs an admin who has read it, when someone else wrote the draft', async () => {
    const [path, { then }] = Object.entries(namedBy(0)).at(-1)!;
    await put(path, { ...then, name: 'Leads' }, editor);
    expect(await publish(path)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('with its draft_hash') as string },
    });
    const { json } = await server.api('GET', path, admin);
    const meant = { ...admin, body: { draft_hash: json['draft_hash'] } };
    expect((await server.api('POST', `${path}/publish`, meant)).status).toBe(200);
  });

  it('needs an editor again, once the draft that named it names it no longer', async () => {
    const n = 99;
    const documents = Object.entries(namedBy(n));
    for (const [path, { first }] of documents) await published(path, first);
    await put(`/rules/tidy-${n}`, rule(n, 'live', 'deletes'), editor);
    const [path, { then }] = documents[0]!;
    await put(path, then, editor);
    expect((await publish(path, editor)).status).toBe(403);
    await put(`/rules/tidy-${n}`, rule(n, 'live', 'notifies'), editor);
    expect((await publish(path, editor)).status).toBe(200);
  });
});

describe('a silence of someone else', () => {
  it('is not ended by an editor while a rule that it holds back deletes trips in any version', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    for (const [n, [, role]] of USES.slice(0, -1).entries()) {
      const body = { id: `silence-${n}`, reason: 'Tests', until, rules: [`tidy-${n}`] };
      expect((await server.api('POST', '/silences', { ...admin, body })).status).toBe(200);
      const shown = await server.api('GET', `/silences/${body.id}`, editor);
      expect([n, shown.json['may_end']]).toEqual([n, role === 'editor']);
      const ended = await server.api('DELETE', `/silences/${body.id}`, editor);
      expect([n, ended.status]).toEqual([n, role === 'editor' ? 200 : 403]);
    }
  });
});
