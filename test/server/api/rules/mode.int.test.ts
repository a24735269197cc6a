import { describe, expect, it } from 'vitest';
import { TOKENS } from '../../../support/servers/server.ts';
import type { ApiAnswer } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();

const editor = { token: TOKENS.editor };
const textOf = (id: string, value: number, mode?: string): string => `{
  "id": "${id}", // agreed with the depot
  "name": "Hard braking",
  ${mode === undefined ? '' : `"mode": "${mode}", // since May\n  `}"conditions": {
    "all": [{ "fact": "trip.events.count", "params": { "type": "HARD_BRAKE" }, "operator": "greaterThan", "value": ${value} }]
  },
  "actions": [{ "type": "slack", "channel": "#fleet-safety" }]
}
`;

async function save(id: string, raw: string, token: string = TOKENS.editor): Promise<void> {
  const saved = await server.api('PUT', `/rules/${id}`, { token, raw, type: 'application/jsonc' });
  expect(saved.status).toBe(200);
}
async function published(id: string, raw: string): Promise<void> {
  await save(id, raw);
  expect((await server.api('POST', `/rules/${id}/publish`, editor)).status).toBe(200);
}
const stored = async (id: string) => (await server.api('GET', `/rules/${id}`)).json;
const switchTo = (id: string, body: object, token: string = TOKENS.editor): Promise<ApiAnswer> =>
  server.api('POST', `/rules/${id}/mode`, { token, body });

describe('switching a rule’s mode', () => {
  it('publishes a version that differs in its mode alone, comments included', async () => {
    await published('switched', textOf('switched', 3, 'live'));
    const answer = await switchTo('switched', { mode: 'off', version: 1, why: 'Too loud.' });
    expect(answer).toMatchObject({ status: 200, json: { version: 2 } });
    expect(await stored('switched')).toMatchObject({
      version: 2,
      source: textOf('switched', 3, 'off'),
      rule: { mode: 'off' },
    });
    const versions = await server.api('GET', '/rules/switched/versions');
    expect(versions.json['items']).toMatchObject([
      { version: 2, who: 'ed', why: 'Too loud.' },
      { version: 1 },
    ]);
    const audit = await server.api('GET', '/audit?subject_type=rule&subject_id=switched');
    expect((audit.json['items'] as object[])[0]).toMatchObject({
      action: 'rule.published',
      who: 'ed',
      why: 'Too loud.',
      details: { version: 2, mode: 'off' },
    });
  });

  it('leaves a colleague’s draft to its author, with the new mode, and does not publish it', async () => {
    await published('drafted', textOf('drafted', 3));
    await save('drafted', textOf('drafted', 9), TOKENS.admin);
    const before = await stored('drafted');
    expect(await switchTo('drafted', { mode: 'shadow', version: 1 })).toMatchObject({ status: 200 });
    const after = await stored('drafted');
    expect(after).toMatchObject({
      version: 2,
      rule: { mode: 'shadow' },
      draft_by: 'ann',
      draft_at: before['draft_at'],
      draft: { ...(before['draft'] as object), mode: 'shadow' },
    });
    expect(after['draft_source']).toContain('// agreed with the depot');
    expect(after['draft_source']).toContain('"value": 9');
    expect(after['source']).toContain('"value": 3');
  });

  it('leaves the mode of a draft that has another one already, and one that would delete trips', async () => {
    await published('other', textOf('other', 3, 'live'));
    await save('other', textOf('other', 9, 'shadow'), TOKENS.admin);
    const before = await stored('other');
    expect(await switchTo('other', { mode: 'off', version: 1 })).toMatchObject({ status: 200 });
    const { draft, draft_source: source, draft_hash: hash } = before;
    expect(await stored('other')).toMatchObject({ draft, draft_source: source, draft_hash: hash });
    await published('deleting', textOf('deleting', 3, 'off'));
    await save(
      'deleting',
      textOf('deleting', 3, 'off').replace('"slack", "channel": "#fleet-safety"', '"delete_trip"'),
    );
    expect(await switchTo('deleting', { mode: 'live', version: 1 })).toMatchObject({ status: 200 });
    expect(await stored('deleting')).toMatchObject({ rule: { mode: 'live' }, draft: { mode: 'off' } });
  });

  it('refuses another version than the published one, so that of two at once one is switched', async () => {
    await published('raced', textOf('raced', 3));
    const both = await Promise.all([
      switchTo('raced', { mode: 'off', version: 1 }),
      switchTo('raced', { mode: 'shadow', version: 1 }, TOKENS.admin),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stored('raced'))['version']).toBe(2);
    const { rule } = (await stored('raced')) as unknown as { rule: { mode: string } };
    // The same switch again, as after a lost response, changes nothing.
    expect(await switchTo('raced', { mode: rule.mode, version: 1 })).toMatchObject({ json: { version: 2 } });
  });

  it('is refused like publishing: by role, for what is not published or not there, and where it deletes trips', async () => {
    await save('unpublished', textOf('unpublished', 3));
    expect((await switchTo('unpublished', { mode: 'off', version: 1 })).status).toBe(409);
    expect((await switchTo('missing', { mode: 'off', version: 1 })).status).toBe(404);
    await published(
      'tiny',
      textOf('tiny', 3, 'off').replace('"slack", "channel": "#fleet-safety"', '"delete_trip"'),
    );
    expect((await switchTo('tiny', { mode: 'live', version: 1 }, TOKENS.viewer)).status).toBe(403);
    expect((await switchTo('tiny', { mode: 'live', version: 1 })).status).toBe(403);
    expect(await switchTo('tiny', { mode: 'live', version: 1 }, TOKENS.admin)).toMatchObject({
      json: { version: 2 },
    });
    expect((await switchTo('tiny', { mode: 'loud', version: 2 })).status).toBe(422);
  });
});
