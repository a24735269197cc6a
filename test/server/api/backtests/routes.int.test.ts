import { beforeAll, describe, expect, it } from 'vitest';
import { publishDocument, saveDraft } from '../../../../store/documents/index.ts';
import { storePublished } from '../../../support/store/published.ts';
import { beginBacktest, endBacktest, getBacktest } from '../../../../store/backtests/index.ts';
import { parseRule } from '../../../../rules/lint/index.ts';
import type { JsonObject } from '../../../../rules/vocabulary/index.ts';
import { ruleDocument } from '../../../rules/given.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const range = { from: '2026-03-01', to: '2026-03-31' };

async function save(fields: JsonObject, options: { publish: boolean }): Promise<void> {
  const parsed = parseRule(ruleDocument(fields));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const key = {
    fleetId: 'north',
    kind: 'rule',
    id: parsed.document.id,
    who: 'test',
    at: new Date(),
  } as const;
  await saveDraft(server.db, { ...key, body: parsed.document });
  if (options.publish) await publishDocument(server.db, key);
}

/** Makes a shared condition about a distance, or with any other content. */
function condition(id: string, what: number | JsonObject): JsonObject & { readonly id: string } {
  const longer = { fact: 'trip.distance_km', operator: 'greaterThan', value: what };
  return { id, name: id, conditions: { all: [typeof what === 'number' ? longer : what] } };
}

async function publishCondition(body: JsonObject & { readonly id: string }): Promise<void> {
  await storePublished(server.db, { kind: 'condition', body });
}

const server = useServer();
beforeAll(async () => {
  await save({ id: 'brake', name: 'one' }, { publish: true });
  await save({ id: 'brake', name: 'two' }, { publish: true });
  await save({ id: 'brake', name: 'drafted' }, { publish: false });
  await save({ id: 'collision', suppresses: ['brake'], actions: [] }, { publish: true });
  await save({ id: 'elsewhere', actions: [{ type: 'slack', channel: '#other' }] }, { publish: true });
});

const post = (body: object, token: string = TOKENS.admin) =>
  server.api('POST', '/backtests', { body, token });

/** Starts a back-test and ends it. @returns the question that was stored */
async function question(body: object) {
  const answer = await post({ ...range, ...body });
  expect(answer.status, JSON.stringify(answer.json)).toBe(202);
  const id = String(answer.json['id']);
  expect(server.gateway.backtests.at(-1)).toBe(id);
  const row = await getBacktest(server.db, { fleetId: 'north', id });
  await endBacktest(server.db, { fleetId: 'north', id, state: 'cancelled', at: new Date() });
  return row!.question;
}

describe('a back-test is asked', () => {
  it('about the draft, the published version, or an older one, against the published version', async () => {
    expect(await question({ rule_id: 'brake' })).toMatchObject({
      tested: { version: 0, rule: { name: 'drafted' } },
      published: { version: 2, rule: { name: 'two' } },
      timezone: 'Europe/Berlin',
    });
    expect(await question({ rule_id: 'brake', version: 'draft' })).toMatchObject({ tested: { version: 0 } });
    expect(await question({ rule_id: 'brake', version: 1 })).toMatchObject({
      tested: { version: 1, rule: { name: 'one' } },
      published: { version: 2 },
    });
    expect((await question({ rule_id: 'brake', version: 2 })).published).toBeUndefined();
  });

  it('about a posted rule, beside the rules that matter to it', async () => {
    const sweep = { pointer: '/conditions/all/0/value' };
    const asked = await question({ rule: ruleDocument({ id: 'brake' }), sweep });
    expect(asked).toMatchObject({ sweep, tested: { version: 0 }, published: { version: 2 } });
    expect(asked.rivals.map(({ id, because }) => [id, because])).toEqual([['collision', 'suppresses']]);
  });

  it('with shared conditions of its own, and against the published version with published ones', async () => {
    await publishCondition(condition('inner', 10));
    await publishCondition(condition('outer', { condition: 'inner' }));
    await save({ id: 'sharing', conditions: { all: [{ condition: 'outer' }] } }, { publish: true });
    const given = [condition('inner', 20), condition('unneeded', 30)];
    for (const asked of [{ rule_id: 'sharing' }, { rule_id: 'sharing', version: 1 }])
      expect(await question({ ...asked, conditions: given })).toMatchObject({
        tested: { id: 'sharing', version: 0, conditions: [{ id: 'inner', version: 0, condition: given[0] }] },
        published: { version: 1 },
        conditions: [
          { id: 'inner', version: 1, condition: condition('inner', 10) },
          { id: 'outer', version: 1 },
        ],
      });

    const fresh = ruleDocument({ id: 'fresh', conditions: { all: [{ condition: 'new' }] } });
    const asked = await question({ rule: fresh, conditions: [condition('new', { condition: 'outer' })] });
    expect(asked.tested.conditions?.map(({ id }) => id)).toEqual(['new']);
    // A condition that is already published adds nothing.
    const same = await question({ rule_id: 'sharing', conditions: [condition('inner', 10)] });
    expect(same.tested).toMatchObject({ version: 1 });
    expect(same.tested).not.toHaveProperty('conditions');
  });

  it.each([
    ['neither rule nor rule_id', {}, '/rule'],
    ['both', { rule: ruleDocument(), rule_id: 'brake' }, '/rule'],
    ['a version of a posted rule', { rule: ruleDocument(), version: 1 }, '/version'],
    ['a range that ends before it begins', { rule_id: 'brake', to: '2026-02-01' }, '/to'],
    ['more than a year', { rule_id: 'brake', from: '2024-01-01' }, '/to'],
    ['no date', { rule_id: 'brake', from: '2026-02-30' }, '/from'],
    [
      'a condition with a mistake',
      { rule_id: 'brake', conditions: [condition('a', 1), { ...condition('b', 1), name: 7 }] },
      '/conditions/1/name',
    ],
    [
      'a condition that names none',
      { rule_id: 'brake', conditions: [condition('a', { condition: 'absent' })] },
      '/conditions/0/conditions/all/0/condition',
    ],
    [
      'conditions in a circle',
      {
        rule_id: 'brake',
        conditions: [condition('a', { condition: 'b' }), condition('b', { condition: 'a' })],
      },
      '/conditions/0/conditions/all/0/condition',
    ],
    [
      'two conditions of one id',
      { rule_id: 'brake', conditions: [condition('a', 1), condition('a', 2)] },
      '/conditions/1/id',
    ],
    [
      'a sweep of what is no number',
      { rule_id: 'brake', sweep: { pointer: '/conditions/all/0/fact' } },
      '/sweep/pointer',
    ],
    ['conditions that are no list', { rule_id: 'brake', conditions: {} }, '/conditions'],
    [
      'a rule that names none of them',
      { rule: ruleDocument({ conditions: { all: [{ condition: 'x' }] } }), conditions: [condition('a', 1)] },
      '/rule/conditions/all/0/condition',
    ],
    ['a rule with a mistake', { rule: { ...ruleDocument(), severity: 'loud' } }, '/rule/severity'],
  ])('and refused with a pointer: %s', async (_what, body, pointer) => {
    const answer = await post({ ...range, ...body });
    expect(answer.status).toBe(422);
    expect(answer.json['errors']).toContainEqual(expect.objectContaining({ pointer }));
  });

  it.each([
    [{ rule_id: 'colision' }, '/rule_id', 'there is no rule "colision" (did you mean "collision"?)'],
    [{ rule_id: 'brake', version: 9 }, '/version', 'rule "brake" has no version 9'],
    [{ rule_id: 'collision', version: 'draft' }, '/version', 'rule "collision" has no draft'],
  ])('and refuses an unknown rule, version or draft: %o', async (body, pointer, message) => {
    const { status, json } = await post({ ...range, ...body });
    expect([status, json['errors']]).toMatchObject([422, [{ pointer, message }]]);
  });

  it('and warns of drivers in the scope of whom nothing is stored', async () => {
    const rule = {
      id: 'long',
      name: 'Long',
      actions: [{ type: 'slack', channel: '#fleet' }],
      scope: { exclude_drivers: ['nobody'] },
      conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 300 }] },
    };
    const { status, json } = await post({ ...range, rule });
    expect([status, json['warnings']]).toEqual([
      202,
      [
        {
          pointer: '/scope/exclude_drivers/0',
          message: 'nothing is stored about a driver "nobody": it excludes no driver',
        },
      ],
    ]);
    const ended = { fleetId: 'north', id: String(json['id']), state: 'cancelled', at: new Date() } as const;
    await endBacktest(server.db, ended);
  });

  it('and failed, saying so, when Temporal does not answer', async () => {
    server.gateway.unavailable = true;
    expect((await post({ ...range, rule_id: 'brake' })).status).toBe(503);
    server.gateway.unavailable = false;
    const { json } = await server.api('GET', '/backtests');
    expect((json['items'] as object[])[0]).toMatchObject({ state: 'failed', rule: 'brake' });
  });
});

describe('a back-test at work', () => {
  it('is listed by its rule, with the number that is swept', async () => {
    const sweep = { pointer: '/conditions/all/0/value' };
    const rule = ruleDocument({ id: 'listed-alone' });
    const { json } = await post({ ...range, rule, sweep });
    const id = String(json['id']);
    const { json: listed } = await server.api('GET', '/backtests?rule=listed-alone');
    expect(listed['items']).toEqual([expect.objectContaining({ id, rule: 'listed-alone', sweep })]);
    expect((await server.api('GET', `/backtests/${id}`)).json).toMatchObject({ sweep });
    expect((await server.api('GET', '/backtests?rule=no-such-rule')).json).toEqual({ items: [] });
    await endBacktest(server.db, { fleetId: 'north', id, state: 'cancelled', at: new Date() });
  });

  it('shows how far it is, is cancelled once, and then stays as it is', async () => {
    const { json } = await post({ ...range, rule_id: 'brake' });
    const id = String(json['id']);
    const path = `/backtests/${id}`;
    expect((await server.api('GET', path)).json).toMatchObject({
      state: 'waiting',
      progress: { trips_done: 0 },
    });
    await beginBacktest(server.db, { fleetId: 'north', id, tripsTotal: 120, at: new Date() });
    expect((await server.api('GET', path, { token: TOKENS.viewer })).json).toMatchObject({
      state: 'running',
      progress: { trips_done: 0, trips_total: 120 },
    });
    expect((await server.api('POST', `${path}/cancel`, { token: TOKENS.viewer })).status).toBe(403);
    for (let time = 0; time < 2; time += 1)
      expect((await server.api('POST', `${path}/cancel`)).json).toMatchObject({ state: 'cancelled' });
    expect(server.gateway.cancelled).toEqual([id]);
  });

  it('leaves room for two others, and no more', async () => {
    // Uses another token, because each has a limit per minute.
    const token = TOKENS.editor;
    const ids: string[] = [];
    for (let each = 0; each < 3; each += 1)
      ids.push(String((await post({ ...range, rule_id: 'brake' }, token)).json['id']));
    const refused = await post({ ...range, rule_id: 'brake' }, token);
    expect(refused.status).toBe(409);
    expect(refused.json['detail']).toContain('3 back-tests');
    await server.api('POST', `/backtests/${ids[0]}/cancel`);
    const next = await post({ ...range, rule_id: 'brake' }, token);
    expect(next.status).toBe(202);
    for (const id of [...ids, String(next.json['id'])]) await server.api('POST', `/backtests/${id}/cancel`);
  });
});
