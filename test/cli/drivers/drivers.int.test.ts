import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { EXPORT_COLUMNS, fieldMeaning } from '../../../messages/drivers/index.ts';
import { listAudit } from '../../../store/db/index.ts';
import { endErasure, getErasure, removeDriverRows } from '../../../store/retention/index.ts';
import { ODD_DRIVER, recordEverything } from '../../server/records.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { storeDirectory } from '../../support/store/records.ts';

const server = useServer();
beforeAll(async () => {
  await recordEverything(server.db, 'north');
  const rows = [{ driverId: 'gone', fields: { name: 'Ann' } }] as const;
  await storeDirectory(server.db, { rows });
});
const command = useCli(server, 'admin');
beforeEach(() => {
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

it('exports to standard output; a driver of whom nothing is stored is refused, and no audit entry is made', async () => {
  const { code, out } = await command.run('drivers', 'export', ODD_DRIVER, ...fleet);
  const kinds = out
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { kind: string }).kind);
  expect([code, kinds[0], kinds.at(-1)]).toEqual([0, 'export', 'end']);
  expect(kinds).toContain('audit');
  const entries = async () => (await listAudit(server.db, { fleetId: 'north' })).items.length;
  const before = await entries();
  const typo = ODD_DRIVER.replace('b:c', 'b:d');
  const refused = await command.run('drivers', 'export', typo, ...fleet);
  expect([refused.code, refused.out]).toEqual([
    2,
    expect.stringContaining(
      `/driver_id: nothing is stored about a driver "${typo}" (did you mean "${ODD_DRIVER}"?), so there is nothing to export`,
    ),
  ]);
  expect(await entries()).toBe(before);
});

it('an export or an erasure is refused without the role admin', async () => {
  vi.stubEnv('TRIPLINE_TOKEN', TOKENS.editor);
  for (const args of [
    ['drivers', 'export', 'd', ...fleet],
    ['drivers', 'erase', 'd', ...why, '--yes', ...fleet],
  ]) {
    const { code, out } = await command.run(...args);
    expect([code, out]).toEqual([2, expect.stringContaining('needs the role admin')]);
  }
});

it('says what has to be over first, and begins nothing', async () => {
  const { code, out } = await command.run('drivers', 'erase', ODD_DRIVER, ...why, ...fleet);
  expect(code).toBe(1);
  const [, incident] = /resolve incident (\d+)/.exec(out)!;
  expect(out).toContain(`incident ${incident}: tripline incidents show ${incident}`);
  const [, deletion] = /approve or reject deletion (\d+)/.exec(out)!;
  expect(out).toContain(`deletion ${deletion}: tripline deletions show ${deletion}`);
  expect(server.gateway.erasures).toEqual([]);
});

it('shows how much would go, and what refuses it, without erasing', async () => {
  const { code, body } = await command.json<{ would_remove: Record<string, number>; incidents: string[] }>(
    'drivers',
    'erase',
    ODD_DRIVER,
    ...why,
    '--dry-run',
    ...fleet,
  );
  expect(code).toBe(1);
  expect(body).toMatchObject({
    dry_run: true,
    would_remove: { trips: 1 },
    incidents: [expect.any(String) as string],
  });
  const shown = await command.run('drivers', 'erase', ODD_DRIVER, ...why, '--dry-run', ...fleet);
  expect(shown.out).toContain('  trips: 1\n');
  expect(shown.out).toContain('It would be refused now:');
  const unknown = await command.run('drivers', 'erase', 'nobody', ...why, '--yes', ...fleet);
  expect([unknown.code, unknown.out]).toEqual([2, expect.stringContaining('so there is nothing to erase')]);
  expect(server.gateway.erasures).toEqual([]);
});

it('needs --yes where it cannot ask, and shows how much would go', async () => {
  const { code, out } = await command.run('drivers', 'erase', 'gone', ...why, ...fleet);
  expect(code).toBe(2);
  expect(out).toContain(
    'An erasure of the driver Ann (gone) would remove or change:\n  entries in the directory: 1\n',
  );
  expect(out).toContain('this is no terminal: add --yes.');
  expect(server.gateway.erasures).toEqual([]);
});

it('erases, waits for the end and reports what was removed; while Temporal is unavailable it is requested again', async () => {
  expect((await command.run('drivers', 'erase', 'gone', ...fleet)).code).toBe(2);
  server.gateway.unavailable = true;
  expect((await command.run('drivers', 'erase', 'gone', ...why, '--yes', ...fleet)).code).toBe(2);
  server.gateway.unavailable = false;
  const begun = await command.json<{ id: string; state: string }>(
    'drivers',
    'erase',
    'gone',
    ...why,
    '--yes',
    '--detach',
    ...fleet,
  );
  expect(begun).toMatchObject({ code: 0, body: { state: 'running' } });
  const { id } = begun.body;
  expect(server.gateway.erasures).toEqual([id]);
  await removeDriverRows(server.db, { fleetId: 'north', driverId: 'gone' });
  const waiting = command.run('drivers', 'erase', 'gone', ...why, '--yes', ...fleet);
  // A request after the end would start another erasure.
  await expect.poll(() => server.logged()).toContain('/erasures/{id}"');
  await endErasure(server.db, { fleetId: 'north', id, state: 'done', at: new Date() });
  const { code, out } = await waiting;
  expect([code, out]).toEqual([0, expect.stringContaining(`Erasure ${id} is done.`)]);
  expect(await getErasure(server.db, { fleetId: 'north', id })).toMatchObject({ driverId: null, who: 'ann' });
});

it('exports a page for people: a table for each kind, and every field explained', async () => {
  const out = join(command.folder, 'driver.html');
  const args = ['drivers', 'export', ODD_DRIVER, '--format', 'html', '--out', out, ...fleet];
  const { code, out: printed } = await command.run(...args);
  expect([code, printed]).toEqual([0, expect.stringMatching(/^\d+ records in .*driver\.html\.\n$/)]);
  const html = await command.read('driver.html');
  for (const kind of ['trip', 'trip_event', 'decision', 'delivery', 'incident', 'audit'])
    expect(html).toContain(`<section id="${kind}">`);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).toContain('clock of the fleet (Europe/Berlin)');
  expect(html).toMatch(/<!-- end: \d+ records -->\n<\/html>\n$/);
  const glossary = html.slice(html.indexOf('<section id="glossary">'));
  expect(glossary).toMatch(/<code>distance_km<\/code><\/th><td>km<\/td><td>Distance driven/);
  expect(glossary).not.toContain('<td></td></tr>');
  expect(html).not.toMatch(/<script|javascript:|https?:\/\/(?!example)/);
});

it('exports tables: a file for each kind, and one that explains the fields', async () => {
  const out = join(command.folder, 'tables');
  const { code } = await command.run(
    'drivers',
    'export',
    ODD_DRIVER,
    '--format',
    'csv',
    '--out',
    out,
    ...fleet,
  );
  expect(code).toBe(0);
  const trips = (await command.read('tables/trip.csv')).split('\r\n');
  expect(trips[0]).toMatch(/^\uFEFF.*\btrip_id\b.*\bdistance_km\b/);
  expect(trips.length).toBeGreaterThan(1);
  const meanings = await command.read('tables/fields.csv');
  expect(meanings).toContain('trip.csv,Trips,distance_km,km,Distance driven');
  const needs = await command.run('drivers', 'export', ODD_DRIVER, '--format', 'csv', ...fleet);
  expect(needs).toMatchObject({ code: 2, out: expect.stringContaining('--out DIR') as string });
});

it('explains every field of an export in both languages, and every kind', async () => {
  const { out } = await command.run('drivers', 'export', ODD_DRIVER, ...fleet);
  const records = out
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as { readonly kind: string; readonly data: object });
  const missing = records.flatMap(({ kind, data }) => [
    ...(EXPORT_COLUMNS[kind] ? [] : [kind]),
    ...Object.keys(data).filter(
      (name) => !fieldMeaning(name, 'en').meaning || !fieldMeaning(name, 'de').meaning,
    ),
  ]);
  expect([...new Set(missing)]).toEqual([]);
});

it('says so when the file cannot be written', async () => {
  const out = join(command.folder, 'nowhere', 'driver.ndjson');
  const { code, out: printed } = await command.run('drivers', 'export', ODD_DRIVER, '--out', out, ...fleet);
  expect([code, printed]).toEqual([2, expect.stringContaining('driver.ndjson cannot be written (ENOENT)')]);
});
