import { beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { recordAlert } from '../../../store/alerts/index.ts';
import { listAudit } from '../../../store/db/index.ts';
import { createLedger } from '../../../store/deliveries/index.ts';
import { claimTrip, finishSimulation } from '../../../store/trips/index.ts';
import { decisionOf, ODD_DRIVER, recordEverything, TRIP } from '../../server/records.ts';
import type { Recorded } from '../../server/records.ts';
import { useCli } from '../../support/servers/useCli.ts';
import { useServer } from '../../support/servers/useServer.ts';
import { storeDelivery } from '../../support/store/records.ts';

const key = { fleetId: 'north', driverId: ODD_DRIVER, tripId: TRIP };
const at = new Date('2026-11-20T10:00:00Z');
let recorded: Recorded;
const server = useServer();
beforeAll(async () => {
  recorded = await recordEverything(server.db, 'north');
});
const command = useCli(server, 'admin');

const trips = async (verb: string, ids: readonly string[], ...more: string[]): Promise<number> =>
  (await command.run('trips', verb, ...ids, '--fleet', 'north', ...more)).code;

async function deliver(
  rule: string,
  action: 'slack' | 'delete_trip',
  settle: 'outbox' | 'held',
): Promise<void> {
  const { id } = await storeDelivery(server.db, {
    ...key,
    rule,
    action,
    receiver: action === 'slack' ? '#yard' : 'trip',
    at,
  });
  const ledger = createLedger(server.db);
  await ledger.claim({ fleetId: 'north', id, at });
  const mine = { fleetId: 'north', id, attempt: 1, at };
  if (settle === 'outbox') await ledger.confirm({ ...mine, reference: { outbox_id: '1' } });
  else await ledger.hold({ ...mine, reason: 'awaiting_approval' });
}

it('says of a trip that waits since when, and what stands in its way', async () => {
  await claimTrip(server.db, { ...key, tripId: '77', workflowId: 'w2', at });
  expect(await trips('explain', [ODD_DRIVER, '77'])).toBe(0);
  expect(command.out).toContain('Received Fri 20 Nov 2026, 11:00 (Europe/Berlin); waiting for trip data.');
  expect(command.out).toContain('! Check the key.');
});

it('says in words what became of deliveries, with the id that an approval needs', async () => {
  await deliver('collision', 'slack', 'outbox');
  await deliver('invalid-trip', 'delete_trip', 'held');
  expect(await trips('explain', [ODD_DRIVER, TRIP])).toBe(0);
  expect(command.out).toContain('Slack to #yard for collision: stored in the outbox');
  expect(command.out).toContain(`Deletion ${recorded.deletionId} for invalid-trip: waits for approval`);
  expect(command.stdout).not.toMatch(/delete_trip|awaiting_approval|Check the key/);
  expect(command.out).toContain('trip.events.count (type COLLISION) is more than 0 → was 1');
});

it('narrows to one rule by its id, and says so when it had no part', async () => {
  expect(await trips('explain', [ODD_DRIVER, TRIP], '--rule', 'collision')).toBe(0);
  expect(command.out).toContain('Slack to #yard for collision');
  expect(command.stdout).not.toContain('invalid-trip');
  expect(await trips('explain', [ODD_DRIVER, TRIP], '--rule', 'colision')).toBe(2);
  expect(command.out).toContain(
    '"colision" (did you mean "collision"?) was not published when the trip was evaluated',
  );
});

it('says of a rule that matched why nobody was notified', async () => {
  const stopped = { ...key, version: 1, revision: 1, severity: 'warning', state: 'stopped', at } as const;
  const reasons = { silenced: 'roadworks', throttled: '2026-11-20T09:00:00.000Z', suppressed: 'collision' };
  for (const [reason, detail] of Object.entries(reasons))
    await recordAlert(server.db, { ...stopped, rule: `is-${reason}`, reason, detail });
  expect(await trips('explain', [ODD_DRIVER, TRIP])).toBe(0);
  expect(command.out).toContain('is-silenced: Silenced by "roadworks".');
  expect(command.out).toContain(
    'is-throttled: Throttled: last alert sent at Fri, 20 Nov 2026, 10:00 (Europe/Berlin, UTC+1)',
  );
  expect(command.out).toContain('is-suppressed: Suppressed: the rule "collision" matched');
});

it('says of a trip whose device’s clock was ahead what that means', async () => {
  const set = (clockAheadSeconds: number | null) =>
    server.db.updateTable('trips').set({ clockAheadSeconds }).where('tripId', '=', TRIP).execute();
  await set(7_200);
  expect(await trips('explain', [ODD_DRIVER, TRIP])).toBe(0);
  expect(command.out).toContain(
    '! This trip ends 2 h 00 min after it was received: the device’s clock is wrong.',
  );
  await set(null);
});

it('prints times on the fleet’s clock, and in UTC with --utc, and names which', async () => {
  await claimTrip(server.db, { ...key, tripId: '78', workflowId: 'w3', at });
  await trips('explain', [ODD_DRIVER, TRIP]);
  expect(command.out).toContain('revision 1, evaluated Fri 20 Nov 2026, 11:00 (Europe/Berlin)');
  await trips('explain', [ODD_DRIVER, TRIP], '--utc');
  expect(command.out).toContain('revision 1, evaluated Fri 20 Nov 2026, 10:00 (UTC)');
  expect(command.out).toContain('last alert sent at Fri, 20 Nov 2026, 09:00 (UTC)');
  expect(command.stdout).not.toContain('Europe/Berlin');
  await trips('explain', [ODD_DRIVER, '78'], '--utc');
  expect(command.out).toContain('Received Fri 20 Nov 2026, 10:00 (UTC); waiting for trip data.');
});

it('says that a replay changed nothing and sent nothing, and shows what was sent before', async () => {
  server.gateway.answer = async ({ simulationId: id }) => {
    const result = decisionOf({ fleet: 'north', ...key }) as unknown as JsonObject;
    await finishSimulation(server.db, { fleetId: 'north', id, result, at });
    return { outcome: 'done' };
  };
  expect(await trips('replay', [ODD_DRIVER, TRIP], '--effects', '--why', 'asked again')).toBe(0);
  const audit = await listAudit(server.db, { fleetId: 'north', action: 'trip.replay_requested', limit: 1 });
  expect(audit.items).toMatchObject([{ why: 'asked again' }]);
  expect(command.out).toContain('Nothing changed since revision 1; nothing was sent.');
  expect(command.out).toContain('Deliveries');
  expect(await trips('replay', [ODD_DRIVER, TRIP])).toBe(0);
  expect(command.out).toContain('Simulation of the published rules; nothing was sent.');
});
