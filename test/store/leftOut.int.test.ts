import { beforeEach, describe, expect, it } from 'vitest';
import { standingRules } from '../../store/alertHistory.ts';
import { recordAlert } from '../../store/alerts.ts';
import { inTransaction } from '../../store/database.ts';
import { listDeliveries, planDelivery } from '../../store/deliveries.ts';
import { leaveOut } from '../../store/releases.ts';
import { useDatabase } from '../support/useDatabase.ts';

const test = useDatabase();
const key = { fleetId: 'f', driverId: 'd', tripId: 't' };
const of = { ...key, rule: 'r', version: 1, revision: 1 };
const NIGHT = new Date('2026-01-12T22:00:00Z');
const SIX = new Date('2026-01-13T05:00:00Z');

/** An alert for two channels, held. */
async function hold(): Promise<string> {
  const fields = { severity: 'warning', state: 'held', reason: 'quiet_hours', at: NIGHT } as const;
  const { id: alertId } = await recordAlert(test.db, { ...of, ...fields });
  for (const receiver of ['#x', '#y'])
    await planDelivery(test.db, {
      ...{ ...of, alertId, receiver, action: 'slack', actionIndex: 0, at: NIGHT },
      ...{ state: 'held', reason: 'quiet_hours', releaseAt: SIX },
    });
  return alertId;
}

async function leftOut(reason: string): Promise<void> {
  const { items } = await listDeliveries(test.db, { fleetId: 'f' });
  const ending = { fleetId: 'f', ids: items.map(({ id }) => id), reason, detail: 'x', at: SIX };
  await inTransaction(test.db, (tx) => leaveOut(tx, ending));
}

const change = (set: object) =>
  test.db.updateTable('deliveries').set(set).where('receiver', '=', '#y').execute();

beforeEach(async () => {
  for (const table of ['deliveries', 'alerts'] as const) await test.db.deleteFrom(table).execute();
});

describe('an alert of which nobody was told since it was resolved', () => {
  it('suppresses no other rule of its trip', async () => {
    await hold();
    expect(await standingRules(test.db, key)).toEqual(['r']);
    await leftOut('resolved');
    expect(await standingRules(test.db, key)).toEqual([]);
  });

  it('but which another message told does suppress', async () => {
    await hold();
    await change({ state: 'skipped', reason: 'grouped' });
    await leftOut('resolved');
    expect(await standingRules(test.db, key)).toEqual(['r']);
  });
});
