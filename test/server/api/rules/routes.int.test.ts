import { describe, expect, it } from 'vitest';
import { publishDocument, retireDocument, saveDraft } from '../../../../store/documents/index.ts';
import { keepGroups } from '../../../../store/facts/index.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';
import { liveRule } from '../../../support/rules/documents.ts';

const server = useServer();

const rule = (id: string, value = 0): Record<string, unknown> =>
  liveRule(
    { fact: 'trip.events.count', params: { type: 'COLLISION' }, operator: 'greaterThan', value },
    { id, name: 'Collision', severity: 'critical' },
  );
const editor = { token: TOKENS.editor };

describe('a rule', () => {
  it('goes from draft to version to rollback, with its history and the audit', async () => {
    const saved = await server.api('PUT', '/rules/collision', { ...editor, body: rule('collision') });
    expect(saved).toMatchObject({ status: 200, json: { id: 'collision', draft: rule('collision') } });
    expect((await server.api('GET', '/rules/collision')).json).not.toHaveProperty('rule');
    const why = { why: 'Agreed.', by: 'Ann' };
    const published = await server.api('POST', '/rules/collision/publish', { ...editor, body: why });
    expect(published).toMatchObject({ status: 200, json: { version: 1 } });
    const again = await server.api('POST', '/rules/collision/publish', editor);
    expect(again.json).toEqual({ version: 1 });

    await server.api('PUT', '/rules/collision', { ...editor, body: rule('collision', 1) });
    const both = (await server.api('GET', '/rules/collision')).json;
    expect(both).toMatchObject({
      version: 1,
      rule: rule('collision'),
      draft: rule('collision', 1),
      draft_by: 'ed',
    });
    expect((await server.api('POST', '/rules/collision/publish', editor)).json).toEqual({ version: 2 });

    const back = await server.api('POST', '/rules/collision/rollback', {
      ...editor,
      body: { version: 1, why: 'Too quiet.' },
    });
    expect(back).toMatchObject({ status: 200, json: { version: 3 } });
    expect((await server.api('GET', '/rules/collision')).json).toMatchObject({
      version: 3,
      rule: rule('collision'),
    });

    const versions = await server.api('GET', '/rules/collision/versions');
    expect(versions.json['items']).toMatchObject([
      { version: 3, who: 'ed', why: 'Too quiet.', rolled_back_from: 1 },
      { version: 2, who: 'ed' },
      { version: 1, who: 'ed', why: 'Agreed.', by: 'Ann' },
    ]);
    const audit = await server.api('GET', '/audit?subject_type=rule&subject_id=collision');
    expect((audit.json['items'] as { action: string }[]).map(({ action }) => action)).toEqual([
      'rule.rolled_back',
      'rule.published',
      'rule.draft_saved',
      'rule.published',
      'rule.draft_saved',
    ]);
  });

  it('loses its draft where it is discarded, and keeps what is published', async () => {
    await server.api('PUT', '/rules/tried', { ...editor, body: rule('tried') });
    await server.api('POST', '/rules/tried/publish', editor);
    const { json: saved } = await server.api('PUT', '/rules/tried', { ...editor, body: rule('tried', 1) });
    const discard = (query: string, token?: string) =>
      server.api('DELETE', `/rules/tried/draft${query}`, token === undefined ? editor : { token });
    expect((await discard('', TOKENS.viewer)).status).toBe(403);
    expect((await discard('?draft_hash=another')).status).toBe(409);
    const hash = String(saved['draft_hash']);
    expect(await discard(`?draft_hash=${hash}&why=Not+needed&by=Ann`)).toMatchObject({
      status: 200,
      json: { id: 'tried', discarded: true },
    });
    const { json: left } = await server.api('GET', '/rules/tried');
    expect(left).toMatchObject({ version: 1, rule: rule('tried') });
    expect(left).not.toHaveProperty('draft');
    // A repeated request finds nothing to discard.
    expect((await discard(`?draft_hash=${hash}`)).json).toEqual({ id: 'tried', discarded: false });
    const audit = await server.api('GET', '/audit?subject_type=rule&subject_id=tried&limit=1');
    expect(audit.json['items']).toMatchObject([
      { action: 'rule.draft_discarded', who: 'ed', by: 'Ann', why: 'Not needed' },
    ]);
  });

  it('goes with its draft where nothing of it was ever published', async () => {
    await server.api('PUT', '/rules/first', { ...editor, body: rule('first') });
    const discard = () => server.api('DELETE', '/rules/first/draft', editor);
    expect((await discard()).json).toEqual({ id: 'first', discarded: true });
    expect((await server.api('GET', '/rules/first')).status).toBe(404);
    expect((await discard()).status).toBe(404);
    // Its id is free again.
    await server.api('PUT', '/rules/first', { ...editor, body: rule('first') });
    expect((await server.api('POST', '/rules/first/publish', editor)).json).toMatchObject({ version: 1 });
    // A retired rule keeps its history when a later draft is discarded.
    await server.api('DELETE', '/rules/first', editor);
    await server.api('PUT', '/rules/first', { ...editor, body: rule('first', 1) });
    expect((await discard()).json).toEqual({ id: 'first', discarded: true });
    expect((await server.api('GET', '/rules/first/versions')).json['items']).toHaveLength(1);
  });

  it('is taken out of use and keeps its history', async () => {
    await server.api('PUT', '/rules/old', { ...editor, body: rule('old') });
    await server.api('POST', '/rules/old/publish', editor);
    const first = await server.api('DELETE', '/rules/old?why=no+longer+needed', editor);
    expect(first).toMatchObject({ status: 200, json: { id: 'old', retired: true } });
    expect((await server.api('DELETE', '/rules/old', editor)).json).toMatchObject({ retired: false });
    expect((await server.api('GET', '/rules/old')).json).not.toHaveProperty('version');
    expect((await server.api('GET', '/rules/old/versions')).json['items']).toHaveLength(1);
    expect((await server.api('POST', '/rules/old/publish', editor)).status).toBe(409);
    const back = await server.api('POST', '/rules/old/rollback', { ...editor, body: { version: 1 } });
    expect(back.json).toMatchObject({ version: 2 });
  });

  it('that is refused is answered with every mistake and its place, and is not saved', async () => {
    const wrong = {
      ...rule('wrong'),
      conditions: { all: [{ fact: 'trip.distance_kn', operator: 'greaterThan', value: 1 }] },
      actions: [{ type: 'pigeon' }],
    };
    const answer = await server.api('PUT', '/rules/wrong', { ...editor, body: wrong });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const errors = answer.json['errors'] as { pointer: string; message: string; allowed?: string[] }[];
    expect(errors.length).toBeGreaterThanOrEqual(2);
    const fact = errors.find(({ pointer }) => pointer === '/conditions/all/0/fact');
    expect(JSON.stringify(fact)).toContain('trip.distance_km');
    expect((await server.api('GET', '/rules/wrong')).status).toBe(404);
  });

  it('whose id is not the one in the address is refused', async () => {
    const answer = await server.api('PUT', '/rules/one', { ...editor, body: rule('two') });
    expect(answer.json['errors']).toEqual([expect.objectContaining({ pointer: '/id', allowed: ['one'] })]);
  });

  it.each<[string, string]>([
    ['PUT', '/rules/twice'],
    ['POST', '/rules/validate'],
    ['POST', '/simulations'],
  ])('with a field that appears twice is refused by %s %s, with its place', async (method, path) => {
    const raw = JSON.stringify({ ...rule('twice'), mode: 'shadow' }, undefined, 1).replace(
      '"mode": "shadow"',
      '"mode": "shadow",\n "mode": "live"',
    );
    const answer = await server.api(method, path, { ...editor, raw });
    expect(answer.status).toBe(422);
    expect(answer.json['errors']).toEqual([
      {
        pointer: '/mode',
        message: expect.stringMatching(/^the field "mode" appears twice, in line \d+ and/) as string,
      },
    ]);
    expect((await server.api('GET', '/rules/twice')).status).toBe(404);
  });

  it.each([
    ['\0', /^character 2 of this string cannot be stored: U\+0000$/],
    ['\ud83d', /half of a character \(U\+D83D\)/],
  ])('with %j in a text is refused with its place', async (text, message) => {
    const body = { ...rule('odd'), name: `a${text}` };
    const answer = await server.api('PUT', '/rules/odd', { ...editor, body });
    expect(answer.status).toBe(422);
    expect(answer.json['errors']).toEqual([
      { pointer: '/name', message: expect.stringMatching(message) as string },
    ]);
  });

  it('is checked without being saved', async () => {
    const good = await server.api('POST', '/rules/validate', { body: rule('fine'), token: TOKENS.viewer });
    expect(good).toMatchObject({ status: 200, json: { valid: true, errors: [] } });
    const bad = await server.api('POST', '/rules/validate', { body: { id: 'bad' }, token: TOKENS.viewer });
    expect(bad).toMatchObject({ status: 200, json: { valid: false } });
    expect((bad.json['errors'] as unknown[]).length).toBeGreaterThan(0);
    expect((await server.api('GET', '/rules/fine')).status).toBe(404);
  });

  it.each([
    ['schema', 'GET, HEAD'],
    ['validate', 'POST'],
  ])('cannot be called "%s": something else is at that address, and says so', async (id, allow) => {
    const taken = await server.api('PUT', `/rules/${id}`, { ...editor, body: rule(id) });
    expect(taken.status).toBe(405);
    expect(taken.headers.get('allow')).toBe(allow);
    const check = await server.api('POST', '/rules/validate', { body: rule(id) });
    expect(check.json).toMatchObject({
      valid: false,
      errors: [{ pointer: '/id', message: `is reserved: /rules/${id} is an operation of the API` }],
    });
  });

  it('has a JSON Schema for editors', async () => {
    const schema = await server.api('GET', '/rules/schema', { token: TOKENS.viewer });
    expect(schema).toMatchObject({ status: 200, json: { title: 'Tripline rule' } });
  });

  it('that says the same as one that counts is doubted', async () => {
    await server.api('PUT', '/rules/same', { ...editor, body: rule('same', 77) });
    await server.api('POST', '/rules/same/publish', editor);
    const check = await server.api('POST', '/rules/validate', { body: rule('copy', 77) });
    expect(check.json).toMatchObject({
      valid: true,
      warnings: [{ pointer: '/conditions', message: expect.stringContaining('the rule "same"') as string }],
    });
    const own = await server.api('POST', '/rules/validate', { body: rule('same', 77) });
    expect(own.json['warnings']).toEqual([]);
  });

  it('that names rules which are not there is doubted, with the one that was meant', async () => {
    await server.api('PUT', '/rules/hard-brake', { ...editor, body: rule('hard-brake', 5) });
    const counted = {
      fact: 'driver.rule_alerts',
      params: { rule: 'hard-brakes', window: '7d' },
      operator: 'greaterThan',
      value: 2,
    };
    const body = {
      ...rule('names'),
      suppresses: ['hard-brake', 'names-nobody'],
      conditions: { all: [counted, { ...counted, name: 'own', params: { rule: 'names', window: '7d' } }] },
    };
    const saved = await server.api('PUT', '/rules/names', { ...editor, body });
    expect(saved.status).toBe(200);
    expect(saved.json['warnings']).toEqual([
      {
        pointer: '/suppresses/1',
        message: expect.stringContaining('there is no rule "names-nobody" in this fleet') as string,
      },
      {
        pointer: '/conditions/all/0/params/rule',
        message: expect.stringContaining('(did you mean "hard-brake"?)') as string,
      },
    ]);
    const condition = { id: 'often', name: 'Often', conditions: { all: [counted] } };
    const check = await server.api('POST', '/conditions/validate', { body: condition });
    expect(check.json).toMatchObject({
      valid: true,
      warnings: [{ pointer: '/conditions/all/0/params/rule' }],
    });
  });

  it('is doubted, and published all the same, when it names a group that the fleet has not', async () => {
    const body = { ...rule('grouped', 7), scope: { groups: ['sout'] } };
    const warnings = [
      {
        pointer: '/scope/groups/0',
        message: 'there is no group "sout" in this fleet (did you mean "south"?): no driver is in it',
        allowed: ['north', 'south'],
      },
    ];
    const validate = () => server.api('POST', '/rules/validate', { body });
    expect((await validate()).json).toEqual({ valid: true, errors: [], warnings: [] });
    const groups = { groupIds: ['north', 'south'], members: new Map(), at: new Date() };
    await keepGroups(server.db, { fleetId: 'north', ...groups });
    expect((await validate()).json).toEqual({ valid: true, errors: [], warnings });
    expect((await server.api('PUT', '/rules/grouped', { ...editor, body })).json).toMatchObject({ warnings });
    const published = await server.api('POST', '/rules/grouped/publish', editor);
    expect(published).toMatchObject({ status: 200, json: { version: 1, warnings } });
  });

  it('without a draft or a version cannot be published or rolled back', async () => {
    expect((await server.api('POST', '/rules/nobody/publish', editor)).status).toBe(404);
    const answer = await server.api('POST', '/rules/collision/rollback', {
      ...editor,
      body: { version: 99 },
    });
    expect(answer).toMatchObject({
      status: 404,
      json: { detail: 'The rule "collision" has no version 99: there are 3, 2, 1.' },
    });
  });

  it('is published as the draft that is meant, and never as one that came between', async () => {
    const mine = await server.api('PUT', '/rules/meant', { ...editor, body: rule('meant', 1) });
    const { draft_hash } = mine.json as { draft_hash: string };
    expect((await server.api('GET', '/rules/meant')).json).toMatchObject({ draft_hash });
    const theirs = await server.api('PUT', '/rules/meant', { token: TOKENS.admin, body: rule('meant', 2) });
    expect(theirs.json['draft_hash']).not.toBe(draft_hash);
    const publish = () => server.api('POST', '/rules/meant/publish', { ...editor, body: { draft_hash } });
    const refused = await publish();
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.json['detail']).toMatch(
      /^The draft of rule "meant" has changed: ann saved it at \d{4}-.*save yours again if it should be published\.$/,
    );
    expect((await server.api('GET', '/rules/meant')).json).not.toHaveProperty('version');
    // The same content is the same draft, whichever person saved it and in whatever order of keys.
    const turned = Object.fromEntries(Object.entries(rule('meant', 1)).reverse());
    await server.api('PUT', '/rules/meant', { token: TOKENS.admin, body: turned });
    expect(await publish()).toMatchObject({ status: 200, json: { version: 1 } });
    expect(await publish()).toMatchObject({ status: 200, json: { version: 1 } });
    await server.api('PUT', '/rules/meant', { ...editor, body: rule('meant', 3) });
    const copied = await server.api('POST', '/rules/meant/shadow-copy', { ...editor, body: { draft_hash } });
    expect(copied).toMatchObject({ status: 409 });
    expect((await server.api('POST', '/rules/meant/publish', editor)).json).toEqual({ version: 2 });
    const gone = await publish();
    expect(gone).toMatchObject({
      status: 409,
      json: {
        detail:
          'The draft of rule "meant" no longer exists, and version 2, which is published, differs. Save it again.',
      },
    });
  });

  it('replaces only what its writer saw', async () => {
    const put = (value: number, replaces: string) =>
      server.api('PUT', `/rules/seen?replaces=${replaces}`, { ...editor, body: rule('seen', value) });
    const first = await put(1, 'none');
    expect(first.status).toBe(200);
    const refused = await put(2, 'none');
    expect(refused.status).toBe(409);
    expect(refused.json['detail']).toMatch(
      /^The rule "seen" is no longer as it was read: ed saved a draft of it at \d{4}-/,
    );
    const hash = first.json['draft_hash'] as string;
    const second = (await put(2, hash)).json['draft_hash'] as string;
    expect((await put(3, hash)).status).toBe(409);
    const [one, other] = await Promise.all([put(4, second), put(5, second)]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    await server.api('POST', '/rules/seen/publish', editor);
    // A draft that was published meanwhile is still what its writer saw. Another version is not.
    const published = one.status === 200 ? one : other;
    expect((await put(6, published.json['draft_hash'] as string)).status).toBe(200);
    await server.api('POST', '/rules/seen/publish', editor);
    expect((await put(7, 'version:1')).status).toBe(409);
    expect((await put(7, 'version:2')).status).toBe(200);
    await server.api('POST', '/rules/seen/publish', editor);
    await server.api('DELETE', '/rules/seen', editor);
    expect(await put(8, 'version:3')).toMatchObject({
      status: 409,
      json: { detail: 'There is no such rule any more: it was retired meanwhile.' },
    });
    expect((await put(8, 'none')).status).toBe(200);
  });

  it('says errors in English, or in the language that is asked for', async () => {
    const body = {
      ...rule('worded', 1),
      conditions: { all: [{ fact: 'trip.distance', operator: 'equal', value: 1 }] },
    };
    const said = async (method: 'PUT' | 'POST', path: string): Promise<unknown> => {
      const { json } = await server.api(method, path, { ...editor, body });
      return (json['errors'] as { message: string }[])[0]?.message;
    };
    const english = 'there is no fact "trip.distance" (did you mean "trip.distance_km"?)';
    const german = 'es gibt keine Angabe "trip.distance" (meinten Sie „trip.distance_km“?)';
    expect(await said('POST', '/rules/validate')).toBe(english);
    expect(await said('POST', '/rules/validate?language=de')).toBe(german);
    expect(await said('PUT', '/rules/worded')).toBe(english);
    expect(await said('PUT', '/rules/worded?language=de')).toBe(german);
  });

  it('replaces no other comments than its writer saw', async () => {
    const text = (comment: string): string =>
      `// ${comment}\n${JSON.stringify(rule('commented', 1), null, 2)}`;
    const put = (comment: string, replaces: unknown) =>
      server.api('PUT', `/rules/commented?replaces=${String(replaces)}`, {
        ...editor,
        raw: text(comment),
        type: 'application/jsonc',
      });
    const first = (await put('Mine.', 'none')).json;
    const other = (await put('Agreed with the depot.', first['draft_text_hash'])).json;
    expect(other['draft_hash']).toBe(first['draft_hash']);
    expect((await put('Mine again.', first['draft_text_hash'])).status).toBe(409);
    const { json } = await server.api('GET', '/rules/commented', editor);
    expect(json).toMatchObject({
      draft_source: text('Agreed with the depot.'),
      draft_text_hash: other['draft_text_hash'],
    });
    await server.api('POST', '/rules/commented/publish', editor);
    expect((await put('Mine again.', first['draft_text_hash'])).status).toBe(409);
    expect((await put('Theirs, and mine.', other['draft_text_hash'])).status).toBe(200);
  });

  it('belongs to its fleet alone', async () => {
    const south = { token: TOKENS.southAdmin, fleet: 'south' };
    expect((await server.api('GET', '/rules/collision', south)).status).toBe(404);
    expect((await server.api('GET', '/rules', south)).json['items']).toEqual([]);
  });

  it('lists come in pages without gaps', async () => {
    for (let index = 0; index < 5; index += 1)
      await server.api('PUT', `/rules/page-${index}`, { ...editor, body: rule(`page-${index}`) });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query: string = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { json } = await server.api('GET', `/rules?limit=2${query}`);
      seen.push(...(json['items'] as { id: string }[]).map(({ id }) => id));
      cursor = json['next_cursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(seen.slice(0, 5)).toEqual(['page-4', 'page-3', 'page-2', 'page-1', 'page-0']);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

it('lists what every rule is called in one answer, drafts and retired ones included, however many there are', async () => {
  for (let at = 0; at < 205; at += 1) {
    const id = `named-${String(at).padStart(3, '0')}`;
    const key = { fleetId: 'north', kind: 'rule', id, who: 'ed', at: new Date() } as const;
    await saveDraft(server.db, { ...key, body: { id, ...(at !== 1 && { name: `Rule ${at}` }) } });
    if (at === 2) {
      await publishDocument(server.db, key);
      await retireDocument(server.db, key);
    }
  }
  const { status, json } = await server.api('GET', '/rule-names', { token: TOKENS.viewer });
  expect(status).toBe(200);
  const items = (json as { items: { id: string; name?: string }[] }).items;
  const named = items.filter(({ id }) => id.startsWith('named-'));
  expect(named).toHaveLength(205);
  expect(named.slice(0, 3)).toEqual([
    { id: 'named-000', name: 'Rule 0' },
    { id: 'named-001' },
    { id: 'named-002', name: 'Rule 2' },
  ]);
});
