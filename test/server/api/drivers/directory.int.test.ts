import { beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../../../store/db/index.ts';
import { keepGroups, keepReading } from '../../../../store/facts/index.ts';
import { ODD_DRIVER, TRIP, recordEverything } from '../../records.ts';
import { TOKENS } from '../../../support/servers/server.ts';
import { useServer } from '../../../support/servers/useServer.ts';

const server = useServer();
beforeAll(() => recordEverything(server.db, 'north'));

const CSV = { token: TOKENS.admin, type: 'text/csv' } as const;
const importCsv = (raw: string, query = '') => server.api('POST', `/drivers/import${query}`, { ...CSV, raw });

describe('an import', () => {
  it('of CSV reports what it changed, and a dry run what it would', async () => {
    const text = 'Driver_ID;Name;License plate\nd-1;Ann Meyer;B-AM 1\nd-2;Bob;\n';
    const dry = await importCsv(text, '?dry_run=true');
    expect(dry).toMatchObject({
      status: 200,
      json: { dry_run: true, added: 2, changed: 0, removed: 0, unchanged: 0, skipped: [] },
    });
    expect((await server.api('GET', '/drivers/d-1')).status).toBe(404);
    const done = (await importCsv(text)).json;
    expect(done).toMatchObject({ ...dry.json, dry_run: false, import_id: expect.any(String) as string });
    expect(done['changes']).toEqual([
      { driver_id: 'd-1', change: 'added', fields: ['name', 'license_plate'] },
      { driver_id: 'd-2', change: 'added', fields: ['name'] },
    ]);
  });

  it('of JSON changes what it names, and with prune removes whom it does not name', async () => {
    const body = { drivers: [{ driver_id: 'd-1', phone: '+49 30 1234', license_plate: null }] };
    const asked = { token: TOKENS.admin, body };
    const { json } = await server.api('POST', '/drivers/import?prune=true', asked);
    expect(json['changes']).toEqual([
      { driver_id: ODD_DRIVER, change: 'removed', fields: ['vehicle'] },
      { driver_id: 'd-1', change: 'changed', fields: ['phone', 'license_plate'] },
      { driver_id: 'd-2', change: 'removed', fields: ['name'] },
    ]);
    expect((await server.api('GET', '/drivers/d-1')).json).toMatchObject({
      driver_id: 'd-1',
      name: 'Ann Meyer',
      phone: '+49 30 1234',
      in_directory: true,
      origins: { name: { from: 'directory' }, phone: { from: 'directory' } },
    });
  });

  it('with a mistake changes nothing, and lists every mistake with its line and column', async () => {
    const { status, json } = await importCsv('driver_id,phone\nd-8,abc\nd-9,030 12\nd-9,\n');
    expect(status).toBe(422);
    expect(json['errors']).toEqual([
      {
        pointer: '/drivers/0/phone',
        line: 2,
        column: 'phone',
        message: '"abc" is not a phone number such as +49 30 123456',
      },
      {
        pointer: '/drivers/2/driver_id',
        line: 4,
        column: 'driver_id',
        message: '"d-9" is already in line 3: keep one',
      },
    ]);
    expect((await server.api('GET', '/drivers/d-8')).status).toBe(404);
  });

  it.each([
    ['an unknown column', 'driver_id,nmae\nd-1,x\n', /unknown column .+nmae.+ \(did you mean .+name.+\?\)/],
    ['JSON where CSV was said', '{"drivers":[]}', /a quotation mark stands inside a value/],
    ['nothing', '', /the file is empty/],
  ])('of %s is refused', async (_what, raw, message) => {
    const { status, json } = await importCsv(raw);
    expect([status, JSON.stringify(json)]).toEqual([422, expect.stringMatching(message)]);
  });

  it('that is broken JSON, or names nobody and prunes, is refused', async () => {
    const raw = { token: TOKENS.admin, raw: '{"drivers":' };
    expect((await server.api('POST', '/drivers/import', raw)).status).toBe(400);
    expect((await importCsv('driver_id\n', '?prune=true')).status).toBe(422);
    expect((await server.api('GET', '/drivers/d-1')).status).toBe(200);
  });

  it('takes the role admin, and is not in the log', async () => {
    for (const token of [TOKENS.viewer, TOKENS.editor, TOKENS.east]) {
      const asked = { ...CSV, token, raw: 'driver_id,name\nd-1,Planted Name\n' };
      expect((await server.api('POST', '/drivers/import', asked)).status).toBe(403);
    }
    expect((await importCsv('driver_id,name\nd-7,Planted Name\n')).status).toBe(200);
    expect((await importCsv('driver_id,phone\nd-7,Planted Name\n')).status).toBe(422);
    expect(server.logged()).not.toContain('Planted Name');
    const { items } = await listAudit(server.db, { fleetId: 'north', action: 'directory.imported' });
    expect(items[0]).toMatchObject({ who: 'ann', details: { added: 1 } });
    expect(JSON.stringify(items)).not.toContain('Planted Name');
  });
});

describe('drivers', () => {
  it('are listed and searched by any viewer of the whole fleet, and by nobody of a group', async () => {
    await importCsv('driver_id,name\nd-1,Ann Meyer\nd-3,Cem Yilmaz\n');
    const asked = { token: TOKENS.viewer };
    const { json } = await server.api('GET', '/drivers?search=yilm', asked);
    expect(json['items']).toMatchObject([{ driver_id: 'd-3', name: 'Cem Yilmaz' }]);
    const page = (await server.api('GET', '/drivers?limit=1', asked)).json;
    expect(page['items']).toHaveLength(1);
    const next = `/drivers?limit=1&cursor=${String(page['next_cursor'])}`;
    expect((await server.api('GET', next, asked)).json['items']).toHaveLength(1);
    expect((await server.api('GET', '/drivers?cursor=x', asked)).status).toBe(400);
    expect((await server.api('GET', '/drivers', { token: TOKENS.east })).status).toBe(403);
  });

  it('are listed by group, with their groups, newest score and last trip', async () => {
    const at = new Date('2026-11-20T12:00:00Z');
    const members = new Map([
      ['g-1', ['east']],
      ['g-2', ['east', 'west']],
      ['g-3', []],
    ]);
    await keepGroups(server.db, { fleetId: 'north', groupIds: ['east', 'none', 'west'], members, at });
    for (const [endDate, score] of [
      ['2026-11-18', 70],
      ['2026-11-19', 81.5],
    ] as const) {
      const reading = { driverId: 'g-2', score, ratings: {}, problems: [], extra: {} };
      await keepReading(server.db, { fleetId: 'north', endDate, reading, at });
    }
    const asked = { token: TOKENS.viewer };
    const east = (await server.api('GET', '/drivers?group=east', asked)).json['items'];
    expect(east).toEqual([
      { driver_id: 'g-1', in_directory: false, groups: [{ id: 'east' }] },
      {
        driver_id: 'g-2',
        in_directory: false,
        groups: [{ id: 'east' }, { id: 'west' }],
        score: 81.5,
        score_date: '2026-11-19',
      },
    ]);
    const page = (await server.api('GET', '/drivers?group=east&limit=1', asked)).json;
    const next = `/drivers?group=east&limit=1&cursor=${String(page['next_cursor'])}`;
    expect((await server.api('GET', next, asked)).json['items']).toMatchObject([{ driver_id: 'g-2' }]);
    const both = '/drivers?group=west&search=g-';
    expect((await server.api('GET', both, asked)).json['items']).toMatchObject([{ driver_id: 'g-2' }]);
    expect((await server.api('GET', `/drivers/${encodeURIComponent(ODD_DRIVER)}`, asked)).json).toMatchObject(
      {
        last_trip_at: '2026-11-20T10:00:00.000Z',
      },
    );
    expect((await server.api('GET', '/groups', asked)).json).toEqual({
      items: [
        { id: 'east', drivers: 2 },
        { id: 'none', drivers: 0 },
        { id: 'west', drivers: 1 },
      ],
      read_at: at.toISOString(),
    });
    const south = { token: TOKENS.southAdmin, fleet: 'south' };
    expect((await server.api('GET', '/groups', south)).json).toEqual({ items: [] });
  });

  it('say where each field comes from', async () => {
    const settings = { driver_fields: { name: '$.name', vehicle: '$.car.label' } };
    await server.api('PUT', '/settings', { token: TOKENS.admin, body: settings });
    await server.api('POST', '/settings/publish', { token: TOKENS.admin, body: {} });
    const reading = {
      driverId: 'd-1',
      ratings: {},
      problems: [],
      attributes: { name: 'A. M.', car: { label: 'Van 12' } },
    };
    await keepReading(server.db, {
      fleetId: 'north',
      endDate: '2026-03-10',
      reading: reading as never,
      at: new Date(),
    });
    const { json } = await server.api('GET', '/drivers/d-1', { token: TOKENS.viewer });
    expect(json).toMatchObject({
      name: 'Ann Meyer',
      vehicle: 'Van 12',
      origins: { name: { from: 'directory' }, vehicle: { from: 'attributes', path: '$.car.label' } },
    });
  });

  it('are named beside their ids in every answer about them', async () => {
    const body = {
      drivers: [{ driver_id: ODD_DRIVER, name: 'Odd Name', phone: '030 12', vehicle: 'Van 3' }],
    };
    await server.api('POST', '/drivers/import', { token: TOKENS.admin, body });
    const named = { driver_id: ODD_DRIVER, driver_name: 'Odd Name' };
    for (const list of ['/trips', '/alerts', '/incidents', '/deletions', '/deliveries']) {
      const { json } = await server.api('GET', list, { token: TOKENS.viewer });
      expect([list, (json['items'] as unknown[]).length]).not.toEqual([list, 0]);
      expect([list, json['items']]).toEqual([list, expect.arrayContaining([expect.objectContaining(named)])]);
    }
    const trip = await server.api('GET', `/trips/${encodeURIComponent(ODD_DRIVER)}/${TRIP}`);
    expect(trip.json).toMatchObject(named);
    const [incident] = (await server.api('GET', '/incidents')).json['items'] as { id: string }[];
    expect((await server.api('GET', `/incidents/${incident!.id}`)).json).toMatchObject({
      ...named,
      driver: { name: 'Odd Name', phone: '030 12', vehicle: 'Van 3' },
    });
    const [backtest] = (await server.api('GET', '/backtests')).json['items'] as { id: string }[];
    const { result } = (await server.api('GET', `/backtests/${backtest!.id}`)).json;
    expect(result).toMatchObject({ drivers: [named], examples: [named] });
    const erase = `/drivers/${encodeURIComponent(ODD_DRIVER)}/erase?dry_run=true`;
    const preview = await server.api('POST', erase, { token: TOKENS.admin, body: { why: 'asked' } });
    expect(preview.json).toMatchObject(named);
    const silence = { id: 'odd', reason: 'x', until: '2099-01-01T00:00:00Z', drivers: [ODD_DRIVER, 'd-1'] };
    const created = await server.api('POST', '/silences', { token: TOKENS.editor, body: silence });
    const names = { driver_names: { [ODD_DRIVER]: 'Odd Name' } };
    expect(created.json).toMatchObject(names);
    expect((await server.api('GET', '/silences/odd')).json).toMatchObject(names);
    const [newest] = (await server.api('GET', '/silences')).json['items'] as object[];
    expect(newest).toMatchObject({ id: 'odd', ...names });
  });
});
