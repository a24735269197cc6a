import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useCommand } from '../../support/servers/useCommand.ts';

const command = useCommand();
const rule = (more: object = {}): object => ({
  id: 'far',
  name: 'Far',
  conditions: { all: [{ fact: 'trip.distance_km', operator: 'greaterThan', value: 300 }] },
  actions: [{ type: 'slack', channel: '#fleet' }],
  ...more,
});
const nested = (levels: number): string =>
  `{"id":"q",\n"conditions":${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}}`;
const test = {
  tests: [{ name: 'far', trip: { trip_id: 't', info: { distance_km: 301 } }, expect: 'matched' }],
};
const COMMANDS = ['lint', 'test', 'plan', 'diff', 'apply'];

/** Invalid files: how each is created, the reported place, and the message. */
const BAD: readonly (readonly [string, (path: string) => Promise<unknown>, RegExp])[] = [
  [
    'a file of many levels',
    (path) => writeFile(path, nested(50_000)),
    /bad\.json:2(:1407 error)? \/[^]*nested deeper than 200\s+levels/,
  ],
  [
    'a very long text',
    (path) => writeFile(path, `{"id":"g","name":"${'x'.repeat(12_000_000)}"}`),
    /bad\.json:1[^]*The file has 11\.4 MiB; a document has at\s+most 4\./,
  ],
  [
    'a long text of escapes',
    (path) => writeFile(path, `{"id":"g",\n"name":"${'\\n'.repeat(2_000_000)}"}`),
    /bad\.json:2[^]*\/name[^]*a string has at most 10000 characters/,
  ],
  ['a folder', (path) => mkdir(path), /bad\.json:1[^]*This is a folder/],
  [
    'a link to nothing',
    (path) => symlink(`${path}.absent`, path),
    /bad\.json:1[^]*This link points to a missing file/,
  ],
  [
    'a text in UTF-16',
    (path) => writeFile(path, `\uFEFF${JSON.stringify(rule())}`, 'utf16le'),
    /bad\.json:1[^]*The file is in UTF-16: save it as UTF-8\./,
  ],
];

describe('a file that is no document', () => {
  beforeEach(async () => {
    vi.stubEnv('TRIPLINE_URL', 'http://127.0.0.1:9');
    vi.stubEnv('TRIPLINE_TOKEN', 'token-of-nobody');
    await command.put('rules/far.json', rule({ severity: 'dreadful' }));
  });

  it.each(BAD.flatMap(([what, put, words]) => COMMANDS.map((name) => [what, name, put, words] as const)))(
    '%s, is refused by %s with its place, beside the mistakes of others',
    async (_, name, put, words) => {
      await put(join(command.folder, 'rules/bad.json'));
      const { code, out } = await command.run('rules', name, command.folder);
      expect(out).toMatch(words);
      expect(out).toMatch(/far\.json:\d+[^]*"dreadful" is not allowed/);
      expect(out).not.toMatch(/^\s+at /m);
      expect(code).toBe(1);
    },
  );

  it('is refused by lint when it is named alone', async () => {
    await command.put('deep.json', nested(50_000));
    const { code, out } = await command.run('rules', 'lint', join(command.folder, 'deep.json'));
    expect(code).toBe(1);
    expect(out).toContain('deep.json:2:1407 error');
  });

  it('is refused as the tests of a rule and as a shared condition', async () => {
    await command.put('rules/far.json', rule());
    await command.put('conditions/deep.json', nested(50_000));
    await mkdir(join(command.folder, 'rules/far.test.json'));
    const lint = await command.run('rules', 'lint', command.folder);
    expect(lint.out).toContain('deep.json:2:1407 error');
    const tested = await command.run('rules', 'test', command.folder);
    expect(tested.out).toMatch(/far\.test\.json:1:1 error[^]*This is a folder/);
    expect([lint.code, tested.code]).toEqual([1, 1]);
  });
});

it('of the levels a document may not have, those near the bound are reported with their pointer', async () => {
  await command.put('deep.json', nested(100));
  const { out } = await command.run('rules', 'lint', join(command.folder, 'deep.json'));
  expect(out).toMatch(/deep\.json:2:\d+ error \/conditions(\/not){39}\n\s+nested deeper than 40 levels/);
});

it('a mark of the byte order before a rule or its tests is no mistake', async () => {
  await command.put('far.json', `\uFEFF${JSON.stringify(rule())}`);
  await command.put('far.test.json', `\uFEFF${JSON.stringify(test)}`);
  expect(await command.run('rules', 'lint', command.folder)).toMatchObject({ code: 0 });
  const { code, out } = await command.run('rules', 'test', command.folder);
  expect(code).toBe(0);
  expect(out).toContain('1 passed, 0 failed');
});
