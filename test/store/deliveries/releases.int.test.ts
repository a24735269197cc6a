import { expect, it } from 'vitest';
import type { RuleDecision } from '../../../rules/evaluation/index.ts';
import { recordAlert } from '../../../store/alerts/index.ts';
import { inTransaction } from '../../../store/db/index.ts';
import { recordDecision } from '../../../store/trips/index.ts';
import { heldAmong, heldIds, heldWithoutGroups, planDelivery } from '../../../store/deliveries/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { tripDue } from '../../../store/assessment/index.ts';

const test = useDatabase();
const key = { fleetId: 'f', driverId: 'd', tripId: 't' };
const AT = new Date('2026-01-12T22:00:00Z');
const SIX = new Date('2026-01-13T05:00:00Z');

const ruled: Omit<RuleDecision, 'outcome'> = {
  rule: 'r',
  name: 'R',
  version: 1,
  severity: 'warning',
  mode: 'live',
  reason: 'r',
};
const decision = {
  fleet: 'f',
  driver_id: 'd',
  trip_id: 't',
  decided_at: AT.toISOString(),
  actions: [],
};

it('what is held is found at its time, with what its trip has become', async () => {
  const alert = await recordAlert(test.db, {
    ...key,
    rule: 'r',
    version: 1,
    revision: 1,
    severity: 'warning',
    state: 'held',
    at: AT,
    groups: ['north'],
  });
  const planned = await planDelivery(test.db, {
    ...key,
    rule: 'r',
    version: 1,
    revision: 1,
    action: 'slack',
    actionIndex: 0,
    receiver: '#x',
    alertId: alert.id,
    state: 'held',
    reason: 'quiet_hours',
    releaseAt: SIX,
    at: AT,
  });
  expect((await tripDue(test.db, key)).releases).toEqual([SIX]);
  const at = async (until: Date) => {
    const ids = await heldIds(test.db, { fleetId: 'f', until, after: undefined, limit: 10 });
    return inTransaction(test.db, (tx) => heldAmong(tx, { fleetId: 'f', ids }));
  };
  expect(await at(new Date(SIX.getTime() - 1))).toEqual([]);
  expect(await at(SIX)).toMatchObject([
    { id: planned.id, rule: 'r', groups: ['north'], tripState: null, latestOutcome: null },
  ]);
  for (const [revision, outcome] of [
    [1, 'matched'],
    [2, 'not_matched'],
  ] as const)
    await recordDecision(test.db, {
      fleetId: 'f',
      decision: { ...decision, revision, rules: [{ ...ruled, outcome }] },
    });
  expect(await at(SIX)).toMatchObject([{ id: planned.id, latestOutcome: 'not_matched' }]);
  expect(await heldWithoutGroups(test.db, { fleetId: 'f', until: SIX })).toBeUndefined();
});
