import { pino } from 'pino';
import { expect, it } from 'vitest';
import { decideTrip } from '../../../activities/trips/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { compileFleetRules } from '../../../activities/facts/index.ts';
import { listAlerts } from '../../../store/alerts/index.ts';
import { openDatabase } from '../../../store/db/index.ts';
import { heldAmong, leaveOut, listDeliveries, withReleaseLock } from '../../../store/deliveries/index.ts';
import { NO_READINGS, published, tripWith } from '../../rules/given.ts';
import { waitsForLock } from '../../support/store/lockWaiters.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';

const inTest = useDatabase();
const NIGHT = new Date('2026-01-12T22:00:00Z');
const SIX = new Date('2026-01-13T06:00:00Z');
const quiet = { from: '21:00', to: '06:00', timezone: 'UTC' };
const rules = compileFleetRules(
  [published({ actions: [{ type: 'slack', channel: '#fleet-safety', quiet_hours: quiet }] })],
  [],
);

/** Re-evaluates the one trip. Its rule requires more than 1 km. */
const decide = (now: Date, distanceKm: number) =>
  decideTrip(
    {
      db: inTest.db,
      now: () => now,
      log: pino({ level: 'silent' }),
      publicUrl: 'https://tripline.example',
      fleets: new Map([['f', { id: 'f', name: 'Fleet', timezone: 'UTC' }]]),
    } as Partial<ActivityDependencies> as ActivityDependencies,
    {
      key: { fleet: 'f', driverId: 'd', tripId: 't' },
      trip: tripWith({ driverId: 'd', tripId: 't', distanceKm }),
      trigger: 'replay',
      rules,
      readings: NO_READINGS,
    },
  );

it('an alert that a release leaves out while its trip is decided to match again is sent', async () => {
  await decide(NIGHT, 5);
  await decide(NIGHT, 0.5);
  const { items: held } = await listDeliveries(inTest.db, { fleetId: 'f' });
  expect(held).toMatchObject([{ state: 'held' }]);
  const other = openDatabase(inTest.url);
  let again: Promise<unknown> | undefined;
  await withReleaseLock(other.db, 'f', async (tx) => {
    const ids = held.map(({ id }) => id);
    expect(await heldAmong(tx, { fleetId: 'f', ids })).toMatchObject([{ latestOutcome: 'not_matched' }]);
    again = decide(SIX, 5);
    await Promise.race([waitsForLock(inTest.db), again]);
    await leaveOut(tx, { fleetId: 'f', ids, reason: 'resolved', detail: 'not_matched', at: SIX });
  });
  await again;
  await other.close();
  expect((await listAlerts(inTest.db, { fleetId: 'f' })).items).toMatchObject([
    { state: 'raised', revision: 3 },
  ]);
  expect((await listDeliveries(inTest.db, { fleetId: 'f' })).items).toMatchObject([
    { id: held[0]!.id, state: 'pending', reason: null, revision: 3 },
  ]);
});
