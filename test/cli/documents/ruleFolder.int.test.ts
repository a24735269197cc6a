import { execFile } from 'node:child_process';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOKENS } from '../../support/servers/server.ts';
import { documentJsonSchema } from '../../../rules/schemas/index.ts';
import { keepGroups } from '../../../store/facts/index.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();
beforeAll(async () => {
  const groups = { groupIds: ['harbour'], members: new Map(), at: new Date() };
  await keepGroups(server.db, { fleetId: 'north', ...groups });
});
const command = useCli(server, 'editor');

const rule = (id: string, km: number, more: object = {}): object => ({
  id,
  name: id,
  severity: 'info',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: km }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
  ...more,
});

interface Changes {
  readonly would_change: number;
  readonly changes: readonly { readonly id: string; readonly [field: string]: unknown }[];
}
const rules = (name: string, ...more: string[]): ReturnType<typeof command.json<Changes>> =>
  command.json<Changes>('rules', name, command.folder, '--fleet', 'north', ...more);
const pull = async (...more: string[]): Promise<{ code: number; results: Record<string, string> }> => {
  const { code, body } = await command.json<{ documents: { id: string; result: string }[] }>(
    'rules',
    'pull',
    command.folder,
    '--fleet',
    'north',
    ...more,
  );
  return { code, results: Object.fromEntries(body.documents.map(({ id, result }) => [id, result])) };
};
/** Publishes over the API with another person's token. */
const publish = async (id: string, body: object, why?: string): Promise<void> => {
  expect((await server.api('PUT', `/rules/${id}`, { body })).status).toBe(200);
  const answer = await server.api('POST', `/rules/${id}/publish`, { body: why ? { why } : {} });
  expect(answer.status).toBe(200);
};

describe('plan and diff', () => {
  it('say what would change, field by field, and change nothing', async () => {
    await publish('far', rule('far', 300));
    await publish('gone', rule('gone', 3));
    await publish('left', rule('left', 5));
    await command.put('far.json', rule('far', 310, { severity: 'critical', $schema: './rule.schema.json' }));
    await command.put('fresh.json', rule('fresh', 1));
    await command.put('left.json', rule('left', 5, { $schema: './rule.schema.json', mode: 'live' }));
    const { code, body } = await rules('plan');
    expect(code).toBe(0);
    expect(body.would_change).toBe(2);
    expect(body.changes).toEqual([
      {
        kind: 'rule',
        id: 'far',
        change: 'changed',
        version: 1,
        file: join(command.folder, 'far.json'),
        differences: [
          { pointer: '/severity', old: 'info', new: 'critical' },
          { pointer: '/conditions/all/0/value', old: 300, new: 310 },
        ],
      },
      { kind: 'rule', id: 'fresh', change: 'new', file: join(command.folder, 'fresh.json') },
      { kind: 'rule', id: 'left', change: 'same', version: 1, file: join(command.folder, 'left.json') },
      { kind: 'rule', id: 'gone', change: 'kept (no file)', version: 1 },
    ]);
    expect((await rules('plan', '--exit-code')).code).toBe(1);
    expect((await rules('plan', '--prune')).body.would_change).toBe(3);
    const { out } = await command.run('rules', 'diff', command.folder, '--fleet', 'north');
    expect(out).toContain('/conditions/all/0/value\n      - 300\n      + 310');
    expect(out).not.toContain('left');
    expect((await server.api('GET', '/rules/far')).json).toMatchObject({ version: 1 });
    expect((await server.api('GET', '/rules/fresh')).status).toBe(404);
  });

  it('are quiet when nothing differs', async () => {
    await publish('quiet', rule('quiet', 300));
    await command.put('quiet.json', rule('quiet', 300));
    expect(await rules('diff', '--exit-code')).toMatchObject({ code: 0, body: { would_change: 0 } });
  });

  it('warn of a group that the fleet has not, and apply does so, too', async () => {
    await command.put('quay.json', rule('quay', 77, { scope: { groups: ['harbor'] }, suppresses: ['pier'] }));
    await command.put('pier.json', rule('pier', 78));
    const warnings = [{ pointer: '/scope/groups/0' }];
    for (const args of [['plan'], ['apply', '--dry-run'], ['apply']] as const) {
      const { changes } = (await rules(...(args as [string]))).body;
      const [quay, pier] = ['quay', 'pier'].map((id) => changes.find((each) => each.id === id));
      expect(quay).toMatchObject({ change: 'new', warnings });
      expect(quay!['warnings']).toHaveLength(1);
      expect(pier).not.toHaveProperty('warnings');
    }
    await command.put('quay.json', rule('quay', 79, { scope: { groups: ['harbor'] } }));
    const { out } = await command.run('rules', 'plan', command.folder, '--fleet', 'north');
    expect(out).toContain('there is no group "harbor" in this fleet (did you mean "harbour"?)');
  });

  it('refuse a file with a field that appears twice, with its line', async () => {
    const text = JSON.stringify(rule('twice', 1, { mode: 'shadow' }), undefined, 2);
    await command.put('twice.json', text.replace('"mode"', '"mode": "live",\n  "mode"'));
    for (const [name, ...more] of [['lint'], ['apply', '--fleet', 'north']]) {
      const { code, out } = await command.run('rules', name!, command.folder, ...more);
      expect(code).toBe(1);
      expect(out).toMatch(/twice\.json:21(:3 error)? \/mode:?\s+the field "mode" appears twice/);
    }
  });

  it('refuse a folder with a mistake, with its line', async () => {
    await command.put('bad.json', rule('bad', 1, { severity: 'dreadful' }));
    const { code, out } = await command.run('rules', 'plan', command.folder, '--fleet', 'north');
    expect(code).toBe(1);
    expect(out).toMatch(/1 mistake in .*bad\.json:4 \/severity/s);
  });
});

describe('drift', () => {
  it('is what others published since, and only that', async () => {
    await command.put('drifting.json', rule('drifting', 1));
    await rules('apply');
    await command.put('drifting.json', rule('drifting', 2));
    expect((await rules('plan')).body.changes.find(({ id }) => id === 'drifting')).not.toHaveProperty(
      'drift',
    );
    await publish('drifting', rule('drifting', 99), 'too many');
    const { body } = await rules('plan');
    expect(body.changes.find(({ id }) => id === 'drifting')).toMatchObject({
      change: 'changed',
      version: 2,
      drift: { known: 1, now: 2, who: 'ann', why: 'too many' },
    });
    const refused = await command.run('rules', 'apply', command.folder, '--fleet', 'north', '--refuse-drift');
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(
      /v2 was published by ann on \w{3} \d\d \w{3} \d{4}, \d\d:\d\d \(Europe\/Berlin\) \(“too many”\)/,
    );
    expect((await server.api('GET', '/rules/drifting')).json).toMatchObject({ version: 2 });
    const applied = await command.run('rules', 'apply', command.folder, '--fleet', 'north');
    expect(applied.out).toContain('replaced v2, published by ann on ');
    expect(applied.out).not.toMatch(/drift:|changed by others|rules pull/);
    expect((await server.api('GET', '/rules/drifting')).json).toMatchObject({ version: 3 });
    expect((await rules('plan')).body).toMatchObject({ drifted: 0 });
  });

  it('reports a rule that was retired, and a draft that would be replaced', async () => {
    await command.put('retracted.json', rule('retracted', 1));
    await rules('apply');
    await server.api('DELETE', '/rules/retracted');
    await server.api('PUT', '/rules/retracted', { body: rule('retracted', 7) });
    const { body } = await rules('plan');
    expect(body.changes.find(({ id }) => id === 'retracted')).toMatchObject({
      change: 'new',
      drift: { known: 1 },
      draft: { by: 'ann' },
    });
    const { out } = await command.run('rules', 'plan', command.folder, '--fleet', 'north');
    expect(out).toContain('retired');
    expect(out).toMatch(/unpublished draft of ann \(\w{3} \d\d .*, \d\d:\d\d, Europe\/Berlin\)/);
    const utc = await command.run('rules', 'diff', command.folder, '--fleet', 'north', '--utc');
    expect(utc.out).toMatch(/unpublished draft of ann \(.*, \d\d:\d\d, UTC\)/);
  });
});

describe('a shared condition that is neither in the folder nor published', () => {
  it('stops plan and apply before anything is published', async () => {
    const naming = (name: string): object => ({ conditions: { all: [{ condition: name }] } });
    await command.put('conditions/there.json', {
      ...rule('there', 1),
      actions: undefined,
      severity: undefined,
    });
    await command.put('rules/a-fine.json', rule('a-fine', 1, naming('there')));
    await command.put('rules/b-lost.json', rule('b-lost', 1, naming('thare')));
    for (const verb of ['plan', 'apply']) {
      const { code, out } = await command.run('rules', verb, command.folder, '--fleet', 'north');
      expect(code).toBe(1);
      expect(out).toMatch(/b-lost\.json:\d+ \/conditions\/all\/0\/condition: .*did you mean "there"/);
    }
    expect((await server.api('GET', '/conditions/there')).status).toBe(404);
    await command.put('rules/b-lost.json', rule('b-lost', 1, naming('there')));
    expect((await rules('apply')).code).toBe(0);
  });
});

describe('pull', () => {
  it('writes what is published, formatted, with a schema that the linter’s editor finds', async () => {
    await publish('pulled', rule('pulled', 300));
    await server.api('PUT', '/rules/only-a-draft', { body: rule('only-a-draft', 1) });
    const first = await command.run('rules', 'pull', command.folder, '--fleet', 'north');
    expect(first.out).toMatch(/written +\S+pulled\.json/);
    expect(first.out).toMatch(/schema +\S+rules\/rule\.schema\.json/);
    expect(await readdir(join(command.folder, 'rules'))).not.toContain('only-a-draft.json');
    expect(await command.read('rules/pulled.json')).toBe(
      [
        '{',
        '  "$schema": "./rule.schema.json",',
        '  "id": "pulled",',
        '  "name": "pulled",',
        '  "severity": "info",',
        '  "mode": "live",',
        '  "conditions": {',
        '    "all": [{ "fact": "trip.distance_km", "operator": "greaterThan", "value": 300 }]',
        '  },',
        '  "actions": [{ "type": "slack", "channel": "#fleet" }]',
        '}',
        '',
      ].join('\n'),
    );
    expect(JSON.parse(await command.read('rules/rule-test.schema.json'))).toEqual(
      documentJsonSchema('rule-test'),
    );
    const schema = await command.read('rules/rule.schema.json');
    expect(JSON.parse(schema)).toMatchObject({ title: 'Tripline rule' });
    expect(schema).toContain('"harbour"');
    expect((await command.run('rules', 'lint', command.folder)).code).toBe(0);
    expect((await rules('plan', '--exit-code')).code).toBe(0);
    expect((await pull()).results).toMatchObject({ pulled: 'same' });
  });

  it('takes over what others changed, keeps what was changed here, and obeys --force', async () => {
    await publish('theirs', rule('theirs', 1));
    await publish('mine', rule('mine', 1));
    await pull();
    await publish('theirs', rule('theirs', 2));
    await publish('mine', rule('mine', 2));
    await command.put('rules/mine.json', rule('mine', 3));
    await command.put('rules/new-here.json', rule('new-here', 3));
    const { code, results } = await pull();
    expect(code).toBe(1);
    expect(results).toMatchObject({
      theirs: 'written',
      mine: 'kept (changed here)',
      'new-here': 'only here',
    });
    expect(await command.read('rules/theirs.json')).toContain('"value": 2');
    expect(await command.read('rules/mine.json')).toContain('"value": 3');
    expect(await pull('--force')).toMatchObject({ code: 0, results: { mine: 'written', theirs: 'same' } });
    expect(await command.read('rules/mine.json')).toContain('"value": 2');
  });

  it('knows a file by its id, and writes over nothing that it does not know', async () => {
    await publish('known', rule('known', 1));
    await publish('taken', rule('taken', 1));
    await command.put('rules/another-name.json', rule('known', 1));
    await command.put('rules/taken.json', '{ "id": "else"');
    const { results } = await pull();
    expect(results).toMatchObject({ known: 'same', taken: 'kept (changed here)' });
    expect(await readdir(join(command.folder, 'rules'))).not.toContain('known.json');
    expect(await command.read('rules/taken.json')).toBe('{ "id": "else"');
  });

  it('refuses a lock file that it did not write', async () => {
    await writeFile(join(command.folder, '.tripline.json'), '{"applied": 3}');
    const { code, out } = await command.run('rules', 'pull', command.folder, '--fleet', 'north');
    expect(code).toBe(2);
    expect(out).toContain('.tripline.json is not as tripline wrote it');
  });
});

describe('apply', () => {
  it('keeps the reason of a removal, and removes nothing because of one file', async () => {
    await command.put('rules/unwanted.json', rule('unwanted', 1));
    await rules('apply');
    const one = join(command.folder, 'rules/unwanted.json');
    expect((await command.run('rules', 'apply', one, '--fleet', 'north', '--prune')).code).toBe(2);
    await rm(one);
    await command.put('rules/other.json', rule('other', 1));
    await rules('apply', '--prune', '--why', 'nobody looked');
    const { json } = await server.api('GET', '/audit?subject_id=unwanted');
    expect(json['items']).toContainEqual(
      expect.objectContaining({ action: 'rule.retired', why: 'nobody looked' }),
    );
  });

  it('works as a command of its own', async () => {
    await command.put('rules/elsewhere.json', rule('elsewhere', 1));
    const tripline = fileURLToPath(new URL('../../../cli/tripline.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [tripline, 'rules', 'apply', '.', '--fleet', 'north'],
      { cwd: command.folder, env: { TRIPLINE_URL: server.url, TRIPLINE_TOKEN: TOKENS.editor } },
    );
    expect(stdout).toMatch(/elsewhere +new +1 /);
    expect(stdout).not.toContain(TOKENS.editor);
    expect(await command.read('.tripline.json')).not.toContain(TOKENS.editor);
  });
});

describe('history and rollback', () => {
  it('show who published what and why, and restore an earlier version', async () => {
    await publish('lively', rule('lively', 1), 'first try');
    await publish('lively', rule('lively', 2, { severity: 'critical' }), 'too few');
    const back = await command.json('rules', 'rollback', 'lively', '1', '--fleet', 'north', '--why', 'noise');
    expect(back).toEqual({ code: 0, body: { id: 'lively', version: 3 } });
    const { body } = await command.json('rules', 'history', 'lively', '--fleet', 'north');
    expect(body).toMatchObject({
      versions: [
        { version: 3, counts: true, who: 'ed', why: 'noise', rolled_back_from: 1 },
        { version: 2, counts: false, who: 'ann', why: 'too few' },
        { version: 1, who: 'ann', why: 'first try' },
      ],
    });
    const { out } = await command.run('rules', 'history', 'lively', '--fleet', 'north');
    expect(out).toMatch(/3 ● +\S+ \S+ .*ed.* back to 1: noise\n +\/severity/);
    expect(out).toContain('/conditions/all/0/value');
  });

  it('refuse what is not a version, and what there is not', async () => {
    await publish('lone', rule('lone', 1));
    const roll = (...args: string[]): ReturnType<typeof command.run> =>
      command.run('rules', 'rollback', ...args, '--fleet', 'north', '--why', 'x');
    const [first, ninth] = [await roll('lone', 'first'), await roll('lone', '9')];
    expect([first.code, ninth.code]).toEqual([2, 2]);
    expect(first.out).toContain('is not a version');
    expect(ninth.out).toContain('has no version 9: there is 1.');
    const { code, out } = await command.run('rules', 'history', 'absent', '--fleet', 'north');
    expect(code).toBe(2);
    expect(out).toContain('no rule with this id');
  });
});

describe('a draft', () => {
  it('is saved from a file, copied in shadow and compared without another tool', async () => {
    await publish('tried', rule('tried', 41));
    await command.put('tried.json', rule('tried', 42, { scope: { groups: ['harbuor'] } }));
    const file = join(command.folder, 'tried.json');
    const run = (...args: string[]): ReturnType<typeof command.run> =>
      command.run('rules', ...args, '--fleet', 'north');
    const drafted = await run('draft', file);
    expect(drafted).toMatchObject({ code: 0 });
    expect(drafted.out).toContain('The draft of tried is saved; the published version is unchanged.');
    expect(drafted.out).toContain('warning: /scope/groups/0 there is no group "harbuor"');
    expect((await server.api('GET', '/rules/tried')).json).toMatchObject({ version: 1, draft_by: 'ed' });

    await command.put('tried.json', rule('tried', 43));
    expect((await run('comparison', 'tried')).out).toContain('tried has no copy');
    const started = await run('draft', file, '--shadow-copy', '--why', 'is it enough?');
    expect(started).toMatchObject({ code: 0 });
    expect(started.out).toContain('Its copy tried-copy runs in shadow as version 1');
    const versions = (await server.api('GET', '/rules/tried-copy/versions')).json['items'];
    const copied = { ...rule('tried', 43), id: 'tried-copy', mode: 'shadow', copy_of: 'tried' };
    expect(versions).toMatchObject([{ rule: { ...copied, name: 'tried (copy)' }, why: 'is it enough?' }]);
    for (const id of ['tried', 'tried-copy'])
      expect((await run('comparison', id)).out).toContain('tried-copy version 1 beside tried, since');
  });

  it('is of one file without mistakes', async () => {
    await command.put('odd.json', rule('odd', 1, { severity: 'dreadful' }));
    const draft = (path: string): ReturnType<typeof command.run> =>
      command.run('rules', 'draft', path, '--fleet', 'north');
    const odd = await draft(join(command.folder, 'odd.json'));
    expect(odd.code).toBe(1);
    expect(odd.out).toContain('odd.json:4 /severity');
    const folder = await draft(command.folder);
    expect(folder.code).toBe(2);
    expect(folder.out).toContain('is a folder: name one file');
  });
});
