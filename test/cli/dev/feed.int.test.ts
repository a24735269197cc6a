import picocolors from 'picocolors';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followActivity } from '../../../cli/dev/index.ts';
import { resolveAlarm, raiseAlarm } from '../../../store/alarms/index.ts';
import { claimTrip, recordDecision, setTripState } from '../../../store/trips/index.ts';
import { createLedger } from '../../../store/deliveries/index.ts';
import { inTransaction } from '../../../store/db/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { decisionOf } from '../../server/records.ts';
import { storeDeletion, storeDelivery } from '../../support/store/records.ts';

const inTest = useDatabase();
const HOUR_MS = 3_600_000;
let fleets = 0;
let fleetId: string;
let lines: string[];
let feed: { stop(): Promise<void> } | undefined;
beforeEach(() => {
  fleetId = `fleet-${(fleets += 1)}`;
  lines = [];
});
afterEach(() => feed?.stop());

function follow(): void {
  feed = followActivity(inTest.db, {
    // No other zone has its offset of 5:45 hours, so that it cannot be taken for the machine’s own.
    fleet: { id: fleetId, timezone: 'Asia/Kathmandu' },
    terminal: {
      colors: picocolors.createColors(false),
      line: (text = '') => void lines.push(text),
      json: () => undefined,
      step: () => Promise.reject(new Error('no steps here')),
    },
  });
}

/** Creates a delivery that was planned at one time and sent at another. */
async function sent(
  tripId: string,
  times: { planned: Date; settled: Date; reference?: object; driverId?: string },
): Promise<void> {
  const { driverId = 'd-7' } = times;
  const { id } = await storeDelivery(inTest.db, {
    fleetId,
    driverId,
    tripId,
    rule: 'long-drive',
    action: 'slack',
    receiver: '#fleet-safety',
    at: times.planned,
  });
  const ledger = createLedger(inTest.db);
  await ledger.claim({ fleetId, id, at: times.planned });
  const reference = (times.reference ?? { ts: '1.2' }) as { ts: string };
  await ledger.confirm({ fleetId, id, attempt: 1, at: times.settled, reference });
}

const seen = (): string => lines.join('\n');
const soon = (at = Date.now()): Date => new Date(at + 50);
/** Waits for two polls, after which every event is shown. */
const twoPolls = (): Promise<void> => new Promise((done) => setTimeout(done, 1_700));

it('shows nothing that was settled before it began', async () => {
  await sent('before', { planned: new Date(Date.now() - 2_000), settled: new Date(Date.now() - 1_000) });
  follow();
  await sent('after', { planned: soon(), settled: soon() });
  await vi.waitFor(() => expect(seen()).toContain('Slack'), 30_000);
  await twoPolls();
  expect(lines).toHaveLength(1);
});

it('shows what is settled long after it was planned, and every one of many', async () => {
  follow();
  await sent('late', { planned: new Date(Date.now() - HOUR_MS), settled: soon() });
  await vi.waitFor(() => expect(lines).toHaveLength(1), 30_000);
  const drivers = Array.from({ length: 250 }, (_each, index) => `d-${100 + index}`);
  for (const driverId of drivers) await sent('t', { driverId, planned: soon(), settled: soon() });
  await vi.waitFor(() => expect(lines).toHaveLength(251), 30_000);
  // Lines are in the order of the events, because the displayed time restarts at midnight.
  expect(lines.map((line) => / · (d-\d+) · /.exec(line)?.[1])).toEqual(['d-7', ...drivers]);
  for (const line of lines) expect(line).toMatch(/^ {2}\d\d:\d\d:\d\d /);
});

it('shows times on the fleet’s clock, whatever the machine’s is', async () => {
  follow();
  const settled = soon();
  await sent('1', { planned: settled, settled });
  await vi.waitFor(() => expect(lines).toHaveLength(1), 30_000);
  const kathmandu = new Date(settled.getTime() + 345 * 60_000).toISOString().slice(11, 19);
  expect(lines[0]).toMatch(new RegExp(`^ {2}${kathmandu} `));
});

it('names driver and rule, and says when a message was kept in the outbox', async () => {
  follow();
  const now = { planned: soon(), settled: soon() };
  await sent('1', now);
  await sent('2', { ...now, reference: { outbox_id: '1' } });
  await vi.waitFor(() => expect(lines).toHaveLength(2), 30_000);
  expect(lines[0]).toMatch(/✉ Slack #fleet-safety · d-7 · long-drive$/);
  expect(lines[1]).toMatch(/✉ Slack #fleet-safety · d-7 · long-drive · stored in the outbox$/);
});

it('says that a deletion waits, with the id an approval needs, and when the trip is gone', async () => {
  follow();
  const key = { fleetId, driverId: 'd-15', tripId: '9', rule: 'invalid-trip', version: 1 };
  const { id: deliveryId } = await storeDelivery(inTest.db, {
    ...key,
    action: 'delete_trip',
    receiver: 'trip',
    at: soon(),
  });
  const ledger = createLedger(inTest.db);
  await ledger.claim({ fleetId, id: deliveryId, at: soon() });
  await ledger.hold({ fleetId, id: deliveryId, attempt: 1, reason: 'awaiting_approval', at: soon() });
  const { id } = await storeDeletion(inTest.db, { ...key, deliveryId, at: soon() });
  await vi.waitFor(() => expect(seen()).toContain(`Deletion ${id} waits for approval · d-15`), 30_000);
  expect(lines).toHaveLength(1);
  await ledger.confirm({ fleetId, id: deliveryId, attempt: 1, at: soon() });
  await vi.waitFor(() => expect(seen()).toContain('Trip deleted · d-15'), 30_000);
  expect(seen()).not.toMatch(/delete_trip|awaiting_approval/);
});

it('shows alarms that are open, raised and resolved', async () => {
  const alarm = {
    fleetId,
    kind: 'analytics_unauthorised' as const,
    message: 'The key is refused: check it.',
  };
  await raiseAlarm(inTest.db, { ...alarm, at: new Date(Date.now() - HOUR_MS) });
  follow();
  await vi.waitFor(() => expect(seen()).toContain('✗ The key is refused: check it.'), 30_000);
  await resolveAlarm(inTest.db, { ...alarm, at: soon() });
  await vi.waitFor(() => expect(seen()).toContain('✓ Resolved: The key is refused.'), 30_000);
  await raiseAlarm(inTest.db, { ...alarm, at: soon() });
  await vi.waitFor(() => expect(lines).toHaveLength(3), 30_000);
});

it('shows a trip that waits, and none that was decided at once', async () => {
  follow();
  const at = soon();
  await claimTrip(inTest.db, { fleetId, driverId: 'd-1', tripId: 'waits', workflowId: 'w', at });
  const decided = { fleetId, driverId: 'd-1', tripId: 'decided', workflowId: 'w', at };
  // One transaction, because seconds between the two on a slow machine would be a wait.
  await inTransaction(inTest.db, async (tx) => {
    await claimTrip(tx, decided);
    const decision = { ...decisionOf({ fleet: fleetId, ...decided }), decided_at: at.toISOString() };
    await recordDecision(tx, { fleetId, decision });
    await setTripState(tx, { ...decided, state: 'decided' });
  });
  await vi.waitFor(() => expect(seen()).toContain('● d-1 decided: Collision'), 30_000);
  await vi.waitFor(() => expect(seen()).toMatch(/d-1 waits: received .*waiting for trip data/), 30_000);
  expect(seen()).not.toMatch(/d-1 decided: received/);
});
