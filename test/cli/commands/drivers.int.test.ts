import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { endErasure, getErasure } from '../../../store/retention/index.ts';
import { ODD_DRIVER, recordEverything } from '../../server/records.ts';
import { startServerInTest, TOKENS } from '../../server/serverFixture.ts';
import type { ServerInTest } from '../../server/serverFixture.ts';
import { useDatabase } from '../../support/useDatabase.ts';
import { useCommand } from '../commandRun.ts';

const inTest = useDatabase();
const command = useCommand();
let server: ServerInTest;
beforeAll(async () => {
  server = await startServerInTest(inTest.database);
  await recordEverything(inTest.db, 'north');
});
afterAll(() => server.close());
beforeEach(() => {
  vi.stubEnv('TRIPLINE_URL', server.url);
  vi.stubEnv('TRIPLINE_TOKEN', TOKENS.admin);
  server.gateway.unavailable = false;
});
const fleet = ['--fleet', 'north'];
const why = ['--why', 'He asked.'];

it('exports a driver into a file that only its owner reads', async () => {
  const out = join(command.folder, 'driver.ndjson');
  const { code, out: printed } = await command.run('drivers', 'export', ODD_DRIVER, '--out', out, ...fleet);
  expect([code, printed]).toEqual([0, expect.stringMatching(/^\d+ lines in .*driver\.ndjson\.\n$/)]);
  const lines = (await command.read('driver.ndjson')).trimEnd().split('\n');
  expect(JSON.parse(lines[0]!)).toMatchObject({ kind: 'export', driver_id: ODD_DRIVER });
  expect(JSON.parse(lines.at(-1)!)).toEqual({ kind: 'end', lines: lines.length - 2 });
  expect((await stat(out)).mode & 0o777).toBe(0o600);
});

it('exports to standard output, and says that nothing is kept by saying nothing else', async () => {
  const { code, out } = await command.run('drivers', 'export', 'nobody', ...fleet);
  expect(code).toBe(0);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind),
  ).toEqual([...['export', 'audit', 'end']]);
});

it('needs an admin’s token', async () => {
  vi.stubEnv('TRIPLINE_TOKEN', TOKENS.editor);
  for (const args of [
    ['drivers', 'export', 'd', ...fleet],
    ['drivers', 'erase', 'd', ...why, ...fleet],
  ]) {
    const { code, out } = await command.run(...args);
    expect([code, out]).toEqual([2, expect.stringContaining('needs the role admin')]);
  }
});

it('says what has to be over first, and begins nothing', async () => {
  const { code, out } = await command.run('drivers', 'erase', ODD_DRIVER, ...why, ...fleet);
  expect([code, out]).toEqual([1, expect.stringContaining('resolve the incidents')]);
  expect(server.gateway.erasures).toEqual([]);
});

it('erases, waits for the end and reports what was removed; while Temporal is unavailable it is requested again', async () => {
  expect((await command.run('drivers', 'erase', 'gone', ...fleet)).code).toBe(2);
  server.gateway.unavailable = true;
  expect((await command.run('drivers', 'erase', 'gone', ...why, ...fleet)).code).toBe(2);
  server.gateway.unavailable = false;
  const begun = await command.json<{ id: string; state: string }>(
    ...['drivers', 'erase', 'gone', ...why, '--detach', ...fleet],
  );
  expect(begun).toMatchObject({ code: 0, body: { state: 'running' } });
  const { id } = begun.body;
  expect(server.gateway.erasures).toEqual([id]);
  const waiting = command.run('drivers', 'erase', 'gone', ...why, ...fleet);
  await endErasure(inTest.db, { fleetId: 'north', id, state: 'done', at: new Date() });
  const { code, out } = await waiting;
  expect([code, out]).toEqual([0, expect.stringContaining(`Erasure ${id} is done.`)]);
  expect(await getErasure(inTest.db, { fleetId: 'north', id })).toMatchObject({ driverId: null, who: 'ann' });
});

it('says so when the file cannot be written', async () => {
  const out = join(command.folder, 'nowhere', 'driver.ndjson');
  const { code, out: printed } = await command.run('drivers', 'export', ODD_DRIVER, '--out', out, ...fleet);
  expect([code, printed]).toEqual([2, expect.stringContaining('driver.ndjson cannot be written (ENOENT)')]);
});
