import { beforeEach, expect, it, vi } from 'vitest';
import { useCommand } from '../support/servers/useCommand.ts';
import { useStarted } from '../support/run/useStarted.ts';
import { startHttpStandIn } from '../support/stand-ins/http.ts';

const command = useCommand();
let status = 404;
const server = useStarted(() =>
  startHttpStandIn(() => ({
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      title: 'Not so',
      detail: 'Because.',
      status,
      errors: [{ pointer: '/id', message: 'must not be\u001b[2J empty' }],
    },
  })),
);
beforeEach(() => {
  vi.stubEnv('TRIPLINE_URL', server.url);
  vi.stubEnv('TRIPLINE_TOKEN', 'planted-token');
});

interface Reported {
  readonly code: string;
  readonly message: string;
  readonly exit_code: number;
  readonly [field: string]: unknown;
}

/** Runs a failing command. @returns its exit code and the reported object */
async function failing(...args: string[]): Promise<{ code: number; error: Reported }> {
  const { code, out, errors } = await command.run(...args);
  expect(out).toBe(errors);
  expect(errors).toMatch(/^[^\n]+\n$/);
  const { error, ...rest } = JSON.parse(errors) as { error: Reported };
  expect(rest).toEqual({});
  expect(error.exit_code).toBe(code);
  return { code, error };
}

it.each([
  [['trips', 'explain', '--json'], "missing required argument 'driver'", 'tripline trips explain --help'],
  [['trips', 'explan', 'd', 't', '--json'], 'Did you mean explain?', 'tripline trips --help'],
  [
    ['incidents', '--state', 'closed', '--json'],
    'Allowed choices are open',
    'tripline incidents list --help',
  ],
  [['--json', 'trips'], "unknown option '--json'", 'tripline --help'],
  [['dev', 'now', '--json'], 'too many arguments', 'tripline dev --help'],
  [['rules', 'rollback', 'r', '1', '--json'], "required option '--why <text>'", 'rules rollback --help'],
])('a mistake in the arguments is one object: %j', async (args, message, hint) => {
  const { code, error } = await failing(...args);
  expect(code).toBe(2);
  expect(error.code).toBe('usage');
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('error:');
  expect(error['hint']).toContain(hint);
});

it.each([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [422, 'refused'],
  [500, 'server_error'],
])('what the API answers with %s has the code %s, and the problem beside it', async (answered, name) => {
  status = answered;
  const { code, error } = await failing('trips', 'explain', 'd', 't', '--json');
  expect(code).toBe(2);
  expect(error).toMatchObject({ code: name, status: answered, title: 'Not so', detail: 'Because.' });
  expect(error['errors']).toEqual([{ pointer: '/id', message: 'must not be\u001b[2J empty' }]);
  // The character is escaped, so that no terminal obeys it.
  expect((await command.run('trips', 'explain', 'd', 't', '--json')).errors).not.toContain('\u001b');
});

it('a change that came too late ends with 1, and says so in the object too', async () => {
  status = 409;
  const { code, error } = await failing('incidents', 'acknowledge', '7', '--json');
  expect(code).toBe(1);
  expect(error).toMatchObject({ code: 'conflict', status: 409 });
});

it('a server that does not answer, and a token that is missing', async () => {
  vi.stubEnv('TRIPLINE_URL', 'http://127.0.0.1:9');
  expect((await failing('trips', 'explain', 'd', 't', '--json')).error.code).toBe('unavailable');
  expect((await failing('whoami', '--json')).error.code).toBe('unavailable');
  vi.stubEnv('TRIPLINE_TOKEN', '');
  vi.stubEnv('XDG_CONFIG_HOME', command.folder);
  expect((await failing('trips', 'explain', 'd', 't', '--json')).error.code).toBe('unauthenticated');
  expect((await failing('whoami', '--json')).error.code).toBe('unauthenticated');
});

it('mistakes of files and of the configuration come one by one', async () => {
  const [name, place] = ['bad.json', `${command.folder}/bad.json`];
  await command.put(name, { id: 'bad', name: 'Bad' });
  const documents = await failing('rules', 'apply', place, '--json');
  expect(documents.code).toBe(1);
  expect(documents.error.code).toBe('invalid_documents');
  expect(documents.error['findings']).toContainEqual(
    expect.objectContaining({ file: place, line: 1, level: 'error' }),
  );
  vi.stubEnv('PORT', 'x');
  const roles = await failing('serve', '--json');
  expect(roles.error.code).toBe('configuration');
  expect(roles.error['mistakes']).toContainEqual(expect.stringContaining('PORT'));
  const missing = await failing('rules', 'lint', `${command.folder}/absent`, '--json');
  expect(missing.error).toMatchObject({ code: 'could_not_run' });
});

it('without --json, or with it only behind `--`, errors are words', async () => {
  status = 404;
  for (const args of [
    ['trips', 'explain', 'd', 't'],
    ['trips', 'explain', 'd', '--', '--json'],
  ]) {
    const { code, errors } = await command.run(...args);
    expect(code).toBe(2);
    expect(errors).toMatch(/^tripline: Not so \(404, fleet default\): Because\./);
  }
});
