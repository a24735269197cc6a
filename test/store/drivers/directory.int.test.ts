import { describe, expect, it } from 'vitest';
import { knownName, resolveRecord, settingsFrom, shownDriver } from '../../../rules/drivers/index.ts';
import type { DirectoryRow } from '../../../rules/drivers/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { listAudit } from '../../../store/db/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { driverSources, getDriver, importDirectory, listDrivers } from '../../../store/drivers/index.ts';
import { keepReading } from '../../../store/facts/index.ts';
import {
  beginErasure,
  eraseMentions,
  exportDriver,
  isDriverStored,
  namesOfDriver,
  removeDriverRows,
} from '../../../store/retention/index.ts';
import type { ExportedRow } from '../../../store/retention/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at, exampleTrip, keep } from '../examples.ts';

const test = useDatabase();
const AT = at('12:00:00');

function row(driverId: string, fields: DirectoryRow['fields'] = {}): DirectoryRow {
  return { driverId, fields };
}

function imported(
  fleetId: string,
  rows: readonly DirectoryRow[],
  options: { readonly prune?: boolean; readonly dryRun?: boolean } = {},
) {
  return importDirectory(test.db, {
    fleetId,
    rows,
    who: 'ops',
    at: AT,
    prune: options.prune ?? false,
    dryRun: options.dryRun ?? false,
  });
}

async function publishSettings(fleetId: string, body: JsonObject): Promise<void> {
  await storePublished(test.db, { fleetId, kind: 'settings', body: { id: 'settings', ...body }, at: AT });
}

async function reading(fleetId: string, driverId: string, attributes: JsonObject, endDate = '2026-03-10') {
  const value = { driverId, ratings: {}, problems: [], attributes };
  await keepReading(test.db, { fleetId, endDate, reading: value as never, at: AT });
}

async function recordOf(fleetId: string, driverId: string) {
  const { settings, drivers } = await driverSources(test.db, { fleetId, driverIds: [driverId] });
  return resolveRecord(drivers.get(driverId)!, settingsFrom(settings)).record;
}

describe('an import', () => {
  it('adds, changes and leaves, and clears only fields that it names', async () => {
    const first = await imported('add', [
      row('d-1', { name: 'Ann', phone: '030 12' }),
      row('d-2', { name: 'Bob' }),
    ]);
    expect(first.changes).toEqual([
      { driverId: 'd-1', change: 'added', fields: ['name', 'phone'] },
      { driverId: 'd-2', change: 'added', fields: ['name'] },
    ]);
    const second = await imported('add', [
      row('d-1', { phone: null, license_plate: 'B-AM 1' }),
      row('d-2', { name: 'Bob' }),
    ]);
    expect(second).toMatchObject({
      changes: [{ driverId: 'd-1', change: 'changed', fields: ['phone', 'license_plate'] }],
      unchanged: 1,
    });
    expect(await recordOf('add', 'd-1')).toEqual({ name: 'Ann', license_plate: 'B-AM 1' });
    const same = await imported('add', [row('d-2', { name: 'Bob' })]);
    expect(same).toEqual({ changes: [], unchanged: 1, skipped: [] });
  });

  it('changes nothing in a dry run, and says the same', async () => {
    const rows = [row('d-1', { name: 'Ann' })];
    const dry = await imported('dry', rows, { dryRun: true });
    expect(dry.importId).toBeUndefined();
    expect(await getDriver(test.db, { fleetId: 'dry', driverId: 'd-1' })).toBeUndefined();
    expect((await listAudit(test.db, { fleetId: 'dry' })).items).toEqual([]);
    expect((await imported('dry', rows)).changes).toEqual(dry.changes);
  });

  it('removes drivers whom it does not name only when it prunes, and none of another fleet', async () => {
    await imported('other', [row('d-2', { name: 'Bea' })]);
    await imported('prune', [row('d-1', { name: 'Ann' }), row('d-2', { name: 'Bob', phone: '030 12' })]);
    expect((await imported('prune', [row('d-1', { name: 'Ann' })])).changes).toEqual([]);
    const pruned = await imported('prune', [row('d-1', { name: 'Ann' })], { prune: true });
    expect(pruned.changes).toEqual([{ driverId: 'd-2', change: 'removed', fields: ['name', 'phone'] }]);
    expect(await getDriver(test.db, { fleetId: 'prune', driverId: 'd-2' })).toBeUndefined();
    expect(await recordOf('other', 'd-2')).toEqual({ name: 'Bea' });
  });

  it('is in the audit log with counts and ids, and without any personal value', async () => {
    await imported('audit', [row('d-1', { name: 'Secret Ann', phone: '030 987654' })]);
    const { importId } = await imported('audit', [row('d-1', { name: 'Secret Bea' })]);
    const { items } = await listAudit(test.db, { fleetId: 'audit' });
    expect(items.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['driver.record_changed', 'd-1'],
      ['directory.imported', importId],
      ['driver.record_added', 'd-1'],
      ['directory.imported', expect.any(String)],
    ]);
    expect(items[0]!.details).toEqual({ driver_id: 'd-1', import: importId, fields: ['name'] });
    expect(items[1]!.details).toMatchObject({ added: 0, changed: 1, removed: 0, unchanged: 0, skipped: 0 });
    expect(JSON.stringify(items)).not.toMatch(/Secret|987654/);
  });
});

describe('a record', () => {
  it('takes each field from the directory, else from the newest reading’s attributes', async () => {
    await publishSettings('both', {
      driver_fields: { name: '$.name', vehicle: '$.car.label', phone: '$.tel' },
    });
    await reading('both', 'd-1', { name: 'Old', car: { label: 'Van 1' } }, '2026-03-09');
    await reading('both', 'd-1', { name: 'A. Meyer', car: { label: 'Van 2' }, tel: 'NA' });
    expect(await recordOf('both', 'd-1')).toEqual({ name: 'A. Meyer', vehicle: 'Van 2' });
    await imported('both', [row('d-1', { name: 'Ann Meyer' })]);
    expect(await recordOf('both', 'd-1')).toEqual({ name: 'Ann Meyer', vehicle: 'Van 2' });
  });

  it('of someone unknown is empty, and messages show the id', async () => {
    const sources = await driverSources(test.db, { fleetId: 'none', driverIds: ['d-1', 'd-1'] });
    expect(shownDriver(sources, 'd-1')).toEqual({ id: 'd-1' });
    expect(knownName(sources, 'd-1')).toBeUndefined();
  });
});

describe('the list', () => {
  it('holds drivers of the directory and of readings in order, a page at a time', async () => {
    await imported('list', [row('d-3', { name: 'Cem' }), row('d-1', { name: 'Ann' })]);
    for (const id of ['d-2', 'd-4']) await reading('list', id, { name: 'N' });
    const first = await listDrivers(test.db, { fleetId: 'list', limit: 3 });
    expect(first.items.map(({ driverId }) => driverId)).toEqual(['d-1', 'd-2', 'd-3']);
    const rest = await listDrivers(test.db, { fleetId: 'list', limit: 3, cursor: first.nextCursor });
    expect(rest.items.map(({ driverId }) => driverId)).toEqual(['d-4']);
    expect(rest.nextCursor).toBeUndefined();
    await expect(listDrivers(test.db, { fleetId: 'list', cursor: 'x' })).rejects.toThrow('cursor');
  });

  it('is searched by the beginning of an id and by a part of a name, as it stands in either source', async () => {
    await imported('search', [row('d-1', { name: 'Ann Meyer' }), row('x-9', { name: '100%' })]);
    await reading('search', 'd-2', { person: { name: 'Bob Meyers' } });
    const found = async (search: string) => {
      const asked = { fleetId: 'search', search, nameSteps: ['person', 'name'] };
      return (await listDrivers(test.db, asked)).items.map(({ driverId }) => driverId);
    };
    expect(await found('meyer')).toEqual(['d-1', 'd-2']);
    expect(await found('d-')).toEqual(['d-1', 'd-2']);
    expect(await found('%')).toEqual(['x-9']);
    expect(await found('nobody')).toEqual([]);
  });
});

describe('an erasure', () => {
  const erase = async (fleetId: string, driverId: string) => {
    const key = { fleetId, driverId };
    await beginErasure(test.db, { ...key, id: 'e', at: AT, dayOf: () => ({ date: '', from: AT, to: AT }) });
    const names = await namesOfDriver(test.db, key);
    await eraseMentions(test.db, { ...key, names, at: AT });
    return { names, removed: await removeDriverRows(test.db, key) };
  };

  it('takes the row, its names and what the audit log says of the driver', async () => {
    const key = { fleetId: 'erase', driverId: 'd-1' };
    await publishSettings('erase', { driver_fields: { name: '$.fahrer' } });
    await reading('erase', 'd-1', { fahrer: 'A. Meyer' });
    await imported('erase', [
      row('d-1', { name: 'Ann Meyer', email: 'ann@example.com' }),
      row('d-2', { name: 'Bob' }),
    ]);
    const { names, removed } = await erase('erase', 'd-1');
    expect(names).toEqual(expect.arrayContaining(['d-1', 'Ann Meyer', 'ann@example.com', 'A. Meyer']));
    expect(removed).toMatchObject({ driver_directory: 1, driver_readings: 1 });
    expect(await isDriverStored(test.db, key)).toBe(false);
    expect(await recordOf('erase', 'd-2')).toEqual({ name: 'Bob' });
    const { items } = await listAudit(test.db, { fleetId: 'erase' });
    expect(items.map(({ subjectId }) => subjectId)).not.toContain('d-1');
    expect(items.map(({ subjectId }) => subjectId)).toContain('d-2');
  });

  it('is not undone by a later import, until the driver drives again', async () => {
    await imported('tombs', [row('d-1', { name: 'Ann' })]);
    await erase('tombs', 'd-1');
    const again = [row('d-1', { name: 'Ann' }), row('d-2', { name: 'Bob' })];
    expect(await imported('tombs', again)).toMatchObject({
      changes: [{ driverId: 'd-2', change: 'added' }],
      skipped: ['d-1'],
    });
    expect(await getDriver(test.db, { fleetId: 'tombs', driverId: 'd-1' })).toBeUndefined();
    await keep(test.db, exampleTrip({ endTime: '2026-03-11T10:00:00Z' }), 'tombs');
    expect(await imported('tombs', again)).toMatchObject({
      changes: [{ driverId: 'd-1', change: 'added' }],
      skipped: [],
    });
  });
});

it('an export holds the directory’s row and the audit of its changes', async () => {
  await imported('export', [row('d-1', { name: 'Ann', phone: '030 12' }), row('d-2', { name: 'Bob' })]);
  const rows: ExportedRow[] = [];
  await exportDriver(test.db, { fleetId: 'export', driverId: 'd-1' }, (read) => {
    rows.push(...read);
    return Promise.resolve();
  });
  expect(rows.map(({ kind }) => kind)).toEqual(['driver_directory', 'audit']);
  expect(rows[0]!.data).toMatchObject({ driver_id: 'd-1', name: 'Ann', phone: '030 12' });
  expect(JSON.stringify(rows)).not.toContain('Bob');
});
