import { beforeAll, describe, expect, it } from 'vitest';
import { planDigestMessages, unsubscribe } from '../../../../store/digests/index.ts';
import { digestDocument } from '../../../support/digests/run.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

/** Tests what a token that is limited to the group `east` sees of digests, and which are hidden as if they did not exist. */

const FLEET = 'north';
const at = new Date();
/** Digests by id, with the groups of each version and of the draft. `null` is the whole fleet, `undefined` no draft. */
const DIGESTS: readonly {
  readonly id: string;
  readonly versions: readonly (readonly string[] | null)[];
  readonly draft?: readonly string[] | null;
}[] = [
  { id: 'fleet', versions: [null] },
  { id: 'west', versions: [['west']] },
  { id: 'both', versions: [['east', 'west']] },
  { id: 'widened', versions: [['east'], null] },
  { id: 'draft-west', versions: [], draft: ['west'] },
  { id: 'east', versions: [['east']] },
  { id: 'narrowed', versions: [null, ['east']] },
  { id: 'widening', versions: [['east']], draft: null },
  { id: 'draft-east', versions: [], draft: ['east'] },
];
const VISIBLE = ['draft-east', 'widening', 'narrowed', 'east'];

const documentOf = (id: string, groups: readonly string[] | null): object =>
  digestDocument({
    id,
    to: [`${groups?.join('-') ?? 'boss'}@example.com`],
    ...(groups && { groups: [...groups] }),
  });

const server = useServer();
beforeAll(async () => {
  for (const { id, versions, draft } of DIGESTS) {
    for (const groups of versions) {
      await server.api('PUT', `/digests/${id}`, { body: documentOf(id, groups) });
      const published = await server.api('POST', `/digests/${id}/publish`);
      expect(published.status, JSON.stringify(published.json)).toBe(200);
      await send(id, groups);
    }
    if (draft !== undefined) await server.api('PUT', `/digests/${id}`, { body: documentOf(id, draft) });
  }
});

/** Plans a run of the published version for its recipient, who then unsubscribes. */
async function send(id: string, groups: readonly string[] | null): Promise<void> {
  const receiver = `${groups?.join('-') ?? 'boss'}@example.com`;
  const asked = await server.api('POST', `/digests/${id}/send`, { body: { why: `to ${receiver}` } });
  expect(asked.status, JSON.stringify(asked.json)).toBe(202);
  await planDigestMessages(server.db, {
    fleetId: FLEET,
    id: String(asked.json['id']),
    digestId: id,
    version: 1,
    at,
    receivers: [{ action: 'email', receiver }],
  });
  await unsubscribe(server.db, { fleetId: FLEET, digestId: id, address: receiver, at });
}

const east = { token: TOKENS.east };
const get = (path: string) => server.api('GET', path, east);
const idsOf = ({ json }: { json: Record<string, unknown> }): string[] =>
  (json['items'] as { id: string }[]).map(({ id }) => id);

describe('a token that is limited to a group', () => {
  it('lists the digests about that group alone, page by page', async () => {
    expect(idsOf(await get('/digests'))).toEqual(VISIBLE);
    const paged: string[] = [];
    for (let path = '/digests?limit=1'; path !== '';) {
      const page = await get(path);
      paged.push(...idsOf(page));
      const next = page.json['next_cursor'] as string | undefined;
      path = next === undefined ? '' : `/digests?limit=1&cursor=${next}`;
    }
    expect(paged).toEqual(VISIBLE);
    expect(idsOf(await server.api('GET', '/digests'))).toHaveLength(DIGESTS.length);
  });

  it('shows those, and no draft that would cover more; the others are not there', async () => {
    for (const { id } of DIGESTS) {
      const answer = await get(`/digests/${id}`);
      expect([id, answer.status]).toEqual([id, VISIBLE.includes(id) ? 200 : 404]);
      expect(JSON.stringify(answer.json)).not.toMatch(/west|boss/);
      if (answer.status === 404) expect(answer.json['detail']).toBe('There is no digest with this id.');
    }
    expect((await get('/digests/widening')).json).not.toHaveProperty('draft_hash');
    expect((await server.api('GET', '/digests/widening')).json).toHaveProperty('draft');
    expect((await get('/digests/draft-east')).json).toMatchObject({ draft: { groups: ['east'] } });
  });

  it('lists the sendings that were about the group, and nobody who got or left another one', async () => {
    // The widened digest was the group's once, and the narrowed one the fleet's: a run is shown by its own groups.
    const expected = { east: 1, narrowed: 1, widening: 1, widened: 1, 'draft-east': 0 };
    for (const { id } of DIGESTS) {
      const answer = await get(`/digests/${id}/runs`);
      const isThere = id in expected;
      expect([id, answer.status]).toEqual([id, isThere ? 200 : 404]);
      expect(JSON.stringify(answer.json)).not.toMatch(/west|boss/);
      if (!isThere) continue;
      const { items, unsubscribed } = answer.json as {
        items: { receivers: { receiver: string }[] }[];
        unsubscribed: { address: string }[];
      };
      const receivers = items.flatMap((each) => each.receivers.map(({ receiver }) => receiver));
      const count = expected[id as keyof typeof expected];
      expect([id, receivers]).toEqual([id, Array.from({ length: count }, () => 'east@example.com')]);
      expect(unsubscribed.map(({ address }) => address)).toEqual(receivers);
    }
    const all = await server.api('GET', '/digests/narrowed/runs');
    expect(JSON.stringify(all.json)).toContain('boss@example.com');
  });

  it('previews the group’s digests as they are, the fleet’s as the group’s, and no other', async () => {
    const documents: Record<string, unknown>[] = [];
    server.gateway.preview = async ({ runId }) => {
      const row = await server.db
        .selectFrom('digestRuns')
        .select('document')
        .where('id', '=', runId)
        .executeTakeFirstOrThrow();
      documents.push(row.document);
      await server.db.updateTable('digestRuns').set({ state: 'done' }).where('id', '=', runId).execute();
      return 'late';
    };
    const preview = async (path: string): Promise<number> => (await get(`/digests/${path}`)).status;
    for (const id of ['east', 'fleet', 'widened', 'narrowed', 'narrowed/preview?version=1', 'draft-east'])
      expect([id, await preview(id.includes('/') ? id : `${id}/preview`)]).toEqual([id, 504]);
    expect(documents.map(({ groups }) => groups)).toEqual(documents.map(() => ['east']));
    expect(documents).toHaveLength(6);
    for (const path of [
      'west/preview',
      'both/preview',
      'draft-west/preview',
      'west/preview?version=draft',
      'west/preview?version=1',
      'both/preview?version=1',
      'nothing/preview',
      'west/preview?version=99',
      'fleet/preview?version=99',
      'west/preview?period=2026-03-29',
      'west/preview?period=2026-03-29&compare=2026-03-15',
    ]) {
      const answer = await get(`/digests/${path}`);
      expect([path, answer.status, answer.json['detail']]).toEqual([path, 404, 'There is no digest with this id.']); // prettier-ignore
    }
    expect(documents).toHaveLength(6);
  });

  it('gets neither what was made for others nor is what it sees shown to them', async () => {
    const runOf = async (token: string): Promise<string | undefined> => {
      await server.api('GET', '/digests/fleet/preview?period=2026-03-29', { token });
      return server.gateway.previews.at(-1);
    };
    const [whole, own] = [await runOf(TOKENS.viewer), await runOf(TOKENS.east)];
    expect(own).not.toBe(whole);
    expect(await runOf(TOKENS.east)).toBe(own);
    expect(await runOf(TOKENS.viewer)).toBe(whole);
  });
});
