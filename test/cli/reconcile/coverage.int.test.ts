import { expect, it } from 'vitest';
import { beginReconcile, endReconcile, noteListedTrips } from '../../../store/reconcile/index.ts';
import { claimTrip } from '../../../store/trips/index.ts';
import { TOKENS } from '../../support/servers/server.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { useCli } from '../../support/servers/useCli.ts';

const server = useServer();
const command = useCli(server, 'viewer');
const range = ['--from', '2026-06-01', '--to', '2026-06-03', '--fleet', 'north'];
const run = () => command.run('coverage', ...range);
const ask = (query: string) => server.api('GET', `/coverage?${query}`, { token: TOKENS.viewer });

it('says what is known of each date, and ends with 1 until every trip was checked', async () => {
  expect((await ask('from=2026-06-01&to=2026-06-03')).json).toMatchObject({
    as_of: null,
    complete: false,
    reconciliation: null,
    items: [],
    total: { known: 0 },
  });
  const at = new Date('2026-06-03T12:00:00Z');
  const { db } = server;
  const fleetId = 'north';
  const dates = { fromDate: '2026-06-01', toDate: '2026-06-03', isWide: true, isFirst: false };
  const id = await beginReconcile(db, { fleetId, ...dates, at });
  const trips = ['a', 'b'].map((tripId) => ({ tripId, day: '2026-06-02', isHistory: false }));
  await noteListedTrips(db, { fleetId, id, driverId: 'd', trips, at });
  await claimTrip(db, {
    fleetId,
    driverId: 'd',
    tripId: 'a',
    workflowId: 'w',
    at,
    receivedFrom: 'reconciler',
  });
  await db.updateTable('trips').set({ state: 'decided', revision: 1 }).execute();
  await endReconcile(db, { fleetId, id, state: 'done', at });

  const counts = { known: 2, evaluated: 1, missing: 1, recovered: 1, waiting: 0 };
  expect((await ask('from=2026-06-01&to=2026-06-03')).json).toMatchObject({
    from: '2026-06-01',
    to: '2026-06-03',
    as_of: at.toISOString(),
    complete: false,
    total: counts,
    items: [{ date: '2026-06-02', ...counts }],
    reconciliation: { state: 'done' },
  });
  const shown = await run();
  expect(shown.code).toBe(1);
  expect(shown.out).toContain(
    '1 of 2 trips evaluated; reconciled with the service on Wed 03 Jun 2026, 14:00 (Europe/Berlin)',
  );
  expect(shown.out).toMatch(/2026-06-02 +2 +1 +0 +0 +0 +0 +0 +1 +1\n/);

  await claimTrip(db, { fleetId, driverId: 'd', tripId: 'b', workflowId: 'w', at });
  await db.updateTable('trips').set({ state: 'decided', revision: 1 }).execute();
  expect((await run()).code).toBe(0);
  const { code, body } = await command.json<{ complete: boolean }>('coverage', ...range);
  expect({ code, complete: body.complete }).toEqual({ code: 0, complete: true });
});

it('counts days in the fleet’s time zone, or UTC dates with --utc', async () => {
  const { db } = server;
  const trip = { fleetId: 'north', driverId: 'e', tripId: 'late', workflowId: 'w', at: new Date() };
  await claimTrip(db, trip);
  // 23:30 UTC on the 10th is 01:30 on the 11th in Berlin.
  const at = new Date('2026-06-10T23:30:00Z');
  await db
    .updateTable('trips')
    .set({ startTime: at.toISOString(), endedAt: at })
    .where('tripId', '=', 'late')
    .execute();
  const dates = { fromDate: '2026-06-10', toDate: '2026-06-10', isWide: true, isFirst: false };
  const id = await beginReconcile(db, { fleetId: 'north', ...dates, at });
  const listed = (tripId: string) => ({ tripId, day: '2026-06-10', isHistory: false });
  for (const isListed of [false, true]) {
    if (isListed)
      await noteListedTrips(db, {
        fleetId: 'north',
        id,
        driverId: 'e',
        at,
        trips: [listed('late'), listed('unread')],
      });
    const missing = isListed ? [{ date: '2026-06-10', known: 1, missing: 1 }] : [];
    expect((await ask('from=2026-06-10&to=2026-06-11')).json).toMatchObject({
      timezone: 'Europe/Berlin',
      items: [{ date: '2026-06-11', known: 1 }, ...missing],
    });
    expect((await ask('from=2026-06-11&to=2026-06-11')).json['items']).toHaveLength(1);
    expect((await ask('from=2026-06-10&to=2026-06-11&utc=true')).json).toMatchObject({
      timezone: 'UTC',
      items: [{ date: '2026-06-10', known: isListed ? 2 : 1 }],
    });
  }
  const { out } = await command.run(
    'coverage',
    '--from',
    '2026-06-10',
    '--to',
    '2026-06-11',
    '--utc',
    '--fleet',
    'north',
  );
  expect(out).toMatch(/2026-06-10 +2 /);
  expect(out).not.toContain('2026-06-11');
});

it('refuses a range that is reversed, too long or no date', async () => {
  expect((await ask('from=2026-06-03&to=2026-06-01')).status).toBe(400);
  expect((await ask('from=2020-01-01&to=2026-06-01')).status).toBe(400);
  expect((await ask('from=yesterday')).status).toBe(400);
  expect((await ask('since=2026-06-01')).status).toBe(400);
});
