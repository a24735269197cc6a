import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { useCommand } from '../../support/servers/useCommand.ts';
import { useStarted } from '../../support/run/useStarted.ts';
import { startHttpStandIn } from '../../support/stand-ins/http.ts';

/** Text that clears a screen, sets a title, hides text and reverses its direction, also with 8-bit controls. */
const HOSTILE = '\u001b[2J\u001b]0;owned\u0007\u001b[8mhidden\r\u009b31m\u202egnidaer\u2028\u0000';
/** Control and direction characters that no command prints; line feeds and tabs are its own. */
const CONTROLS =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const command = useCommand();
let answers: Record<string, unknown>;
const PROBLEM = { title: HOSTILE, detail: HOSTILE, errors: [{ pointer: HOSTILE, message: HOSTILE }] };
const server = useStarted(() =>
  startHttpStandIn(({ path }) => {
    const answer = answers[path.replace('/api/v1/fleets/default/', '').split('?')[0]!];
    const headers = { 'content-type': 'application/json' };
    return answer === undefined ? { status: 404, headers, body: PROBLEM } : { headers, body: answer };
  }),
);
beforeEach(() => {
  vi.stubEnv('TRIPLINE_URL', server.url);
  vi.stubEnv('TRIPLINE_TOKEN', 'planted-token');
  const version = { version: 1, at: '2026-11-21T10:00:00Z', who: HOSTILE, by: HOSTILE, why: HOSTILE };
  answers = {
    silences: { timezone: 'UTC', items: [] },
    'rules/r': { id: 'r', version: 1 },
    'rules/r/versions': { items: [{ ...version, rule: { id: 'r', name: HOSTILE } }] },
  };
});

it('rules history writes no control characters of a version, and each version on its own lines', async () => {
  const { code, out } = await command.run('rules', 'history', 'r');
  expect(code, out).toBe(0);
  expect(out).toContain('hidden');
  expect(out).not.toMatch(CONTROLS);
  // The lines are a heading, the version, and the published version.
  expect(out.trimEnd().split('\n')).toHaveLength(3);
});

it('JSON on a terminal escapes what would control it, and still says the same', async () => {
  const { out } = await command.run('rules', 'history', 'r', '--json');
  expect(out).not.toMatch(CONTROLS);
  expect(JSON.parse(out)).toMatchObject({ versions: [{ why: HOSTILE, who: HOSTILE }] });
});

it('a problem of the server writes no control characters', async () => {
  const { code, out } = await command.run('rules', 'history', 'unknown');
  expect(code).toBe(2);
  expect(out).toContain('hidden');
  expect(out).not.toMatch(CONTROLS);
});

/** Returns an export with a record of each kind, as the server sends it. */
function exported(...kinds: readonly string[]): string {
  const head = { kind: 'export', driver_id: 'd', at: '2026-11-21T10:00:00Z' };
  const about = { fleet_name: HOSTILE, timezone: 'UTC', language: 'en', name: HOSTILE };
  const records = kinds.map((kind) => ({ kind, data: { note: HOSTILE } }));
  return [{ ...head, ...about }, ...records, { kind: 'end', lines: records.length }]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

it.each([
  '../outside',
  'a/../../outside',
  '/tmp/outside',
  '..',
  '.',
  '',
  'a\\b',
  'a\u0000b',
  'fields',
  'Trip',
  'a'.repeat(300),
  HOSTILE,
])('drivers export refuses a kind that is no file name of its own in DIR: %j', async (kind) => {
  answers['drivers/d/export'] = exported('trip', kind);
  await mkdir(join(command.folder, 'here'));
  const args = ['drivers', 'export', 'd', '--format', 'csv', '--out', join(command.folder, 'here', 'out')];
  const { code, out } = await command.run(...args);
  expect([code, out]).toEqual([2, expect.stringContaining('kind of data')]);
  expect(out).not.toMatch(CONTROLS);
  expect(await readdir(command.folder)).toEqual(['here']);
  expect(await readdir(join(command.folder, 'here'))).toEqual(['out']);
  expect(await readdir(join(command.folder, 'here', 'out'))).toEqual(['trip.csv']);
});

it.each(['ndjson', 'html'])(
  'drivers export as %s to a terminal writes no control characters',
  async (format) => {
    answers['drivers/d/export'] = exported('trip');
    const { code, out } = await command.run('drivers', 'export', 'd', '--format', format);
    expect(code, out).toBe(0);
    expect(out).not.toMatch(CONTROLS);
    if (format === 'ndjson')
      expect(JSON.parse(out.split('\n')[1]!)).toEqual({ kind: 'trip', data: { note: HOSTILE } });
  },
);
