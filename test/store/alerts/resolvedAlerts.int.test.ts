import { beforeEach, describe, expect, it } from 'vitest';
import { recordAlerts } from '../../../activities/trips/index.ts';
import { alertsOfTrip, listAlerts, newestPassedAlert, recordAlert } from '../../../store/alerts/index.ts';
import { storedSuppression } from '../../../rules/admission/index.ts';
import { inTransaction } from '../../../store/db/index.ts';
import { leaveOut, listDeliveries, planDelivery } from '../../../store/deliveries/index.ts';
import type { Planned } from '../../../store/deliveries/index.ts';
import { published } from '../../rules/given.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { tripContext } from '../../../store/assessment/index.ts';
import type { TripKey } from '../../../store/trips/index.ts';

const test = useDatabase();
const matchedRules = async (key: TripKey): Promise<ReadonlySet<string>> =>
  (await tripContext(test.db, { ...key, endedAt: undefined })).matched;
const key = { fleetId: 'f', driverId: 'd', tripId: 't' };
/** Returns the rules whose alert suppresses others. */
const suppressing = async (): Promise<string[]> =>
  storedSuppression(await alertsOfTrip(test.db, key), new Set()).earlier.map(({ rule }) => rule);
const of = { ...key, rule: 'r', version: 1, revision: 1 };
const NIGHT = new Date('2026-01-12T22:00:00Z');
const SIX = new Date('2026-01-13T05:00:00Z');
const NOON = new Date('2026-01-13T11:00:00Z');

const TO = { action: 'slack', actionIndex: 0, state: 'pending' } as const;

const again = { ...of, version: 2, revision: 2, at: NOON };
const recordAgain = () => recordAlert(test.db, { ...again, severity: 'critical', state: 'raised' });
const planAgain = (alertId: string, receiver: string): Promise<Planned> =>
  planDelivery(test.db, { ...again, alertId, receiver, action: 'slack', actionIndex: 1 });

/** Stores a held alert with messages to two channels. */
async function hold(): Promise<string> {
  const fields = { severity: 'warning', state: 'held', reason: 'quiet_hours', at: NIGHT } as const;
  const { id: alertId } = await recordAlert(test.db, { ...of, ...fields });
  for (const receiver of ['#x', '#y'])
    await planDelivery(test.db, {
      ...of,
      alertId,
      receiver,
      action: 'slack',
      actionIndex: 0,
      at: NIGHT,
      state: 'held',
      reason: 'quiet_hours',
      releaseAt: SIX,
    });
  return alertId;
}

async function leftOut(reason: string, only?: string): Promise<void> {
  const { items } = await listDeliveries(test.db, { fleetId: 'f' });
  const ids = items.filter(({ receiver }) => only === undefined || receiver === only).map(({ id }) => id);
  const ending = { fleetId: 'f', ids, reason, detail: 'x', at: SIX };
  await inTransaction(test.db, (tx) => leaveOut(tx, ending));
}

const change = (set: object) =>
  test.db.updateTable('deliveries').set(set).where('receiver', '=', '#y').execute();

beforeEach(async () => {
  for (const table of ['deliveries', 'alerts'] as const) await test.db.deleteFrom(table).execute();
});

describe('an alert of which nobody was notified since it was resolved', () => {
  it('suppresses no other rule of its trip', async () => {
    await hold();
    expect(await suppressing()).toEqual(['r']);
    await leftOut('resolved');
    expect(await suppressing()).toEqual([]);
  });

  it('but is contained in another message does suppress', async () => {
    await hold();
    await change({ state: 'skipped', reason: 'grouped' });
    await leftOut('resolved');
    expect(await suppressing()).toEqual(['r']);
  });
});

describe('an alert that was left out', () => {
  const since = new Date(NIGHT.getTime() - 1_000);
  const throttling = () =>
    newestPassedAlert(test.db, {
      fleetId: 'f',
      rule: 'r',
      withShadow: true,
      after: since,
      scope: { of: 'fleet' },
    });

  it.each(['silenced', 'resolved'])('because it was %s throttles no later one', async (reason) => {
    await hold();
    expect(await throttling()).toBeDefined();
    await leftOut(reason);
    expect(await throttling()).toBeUndefined();
  });

  it('throttles later ones once it is raised again', async () => {
    await hold();
    await leftOut('resolved');
    await recordAgain();
    expect(await throttling()).toBeDefined();
  });
});

describe('a rule that matches again', () => {
  const seen = async (): Promise<string[]> =>
    (await listDeliveries(test.db, { fleetId: 'f' })).items
      .map(({ receiver, state, reason, revision }) => `${receiver} ${state} ${reason} ${revision}`)
      .sort();
  const alert = async (): Promise<unknown> => (await listAlerts(test.db, { fleetId: 'f' })).items;

  it('after its alert was resolved unsent is sent as if it had not matched before, in the same rows', async () => {
    const alertId = await hold();
    expect(await matchedRules(key)).toEqual(new Set(['r']));
    await leftOut('resolved');
    const { items: before } = await listDeliveries(test.db, { fleetId: 'f' });
    expect(await matchedRules(key)).toEqual(new Set());
    expect(await recordAgain()).toEqual({ id: alertId, isNew: true });
    const raised = { state: 'raised', reason: null, detail: null, severity: 'critical', at: NOON };
    const passed = { passedThrottle: true, passedBudget: true };
    expect(await alert()).toMatchObject([{ id: alertId, version: 2, revision: 2, ...raised, ...passed }]);
    const planned = await planAgain(alertId, '#x');
    expect(planned).toMatchObject({ isNew: true, state: 'pending' });
    expect(before.map(({ id }) => id)).toContain(planned.id);
    expect(await seen()).toEqual(['#x pending null 2', '#y skipped resolved 1']);
    const { items } = await listDeliveries(test.db, { fleetId: 'f', state: 'pending' });
    expect(items).toMatchObject([{ settledAt: null, releaseAt: null, version: 2, plannedAt: NOON }]);
    expect(await matchedRules(key)).toEqual(new Set(['r']));
    expect((await recordAgain()).isNew).toBe(false);
    expect((await planAgain(alertId, '#x')).isNew).toBe(false);
  });

  it.each([
    ['was sent', { state: 'sent', attempt: 1, sentAttempt: 1 }],
    ['stayed unclear', { state: 'unconfirmed', attempt: 2, unknownOutcomeAttempts: [1, 2] }],
    ['failed after an unclear attempt', { state: 'failed', attempt: 2, unknownOutcomeAttempts: [1] }],
    ['is under way', { state: 'pending', attempt: 1, claimedAt: SIX }],
    ['is contained in another one', { state: 'skipped', reason: 'grouped' }],
  ])('is not sent again where one of its messages %s', async (_what, set) => {
    const alertId = await hold();
    await change(set);
    await leftOut('resolved');
    expect(await alert()).toMatchObject([{ state: 'stopped', reason: 'resolved' }]);
    expect(await matchedRules(key)).toEqual(new Set(['r']));
    expect(await recordAgain()).toEqual({ id: alertId, isNew: false });
    expect(await alert()).toMatchObject([{ state: 'stopped', reason: 'resolved', revision: 1 }]);
    expect((await planAgain(alertId, '#y')).isNew).toBe(false);
  });

  it.each([
    { reason: 'resolved', attempt: 1, unknownOutcomeAttempts: [1] },
    { reason: 'grouped', attempt: 0 },
  ])('takes up no message that may have gone, or that ended for another reason: %j', async (set) => {
    const alertId = await hold();
    await change({ state: 'skipped', ...set });
    expect(await planAgain(alertId, '#y')).toMatchObject({ isNew: false, state: 'skipped' });
  });

  it('is sent where a silence left a message out, too, with what was grouped into it', async () => {
    const alertId = await hold();
    const [x, y] = ['#x', '#y'].map((receiver) => ({ ...TO, receiver }));
    await leftOut('silenced', '#x');
    await leftOut('resolved', '#y');
    const sent = { passedThrottle: true, passedBudget: true, state: 'raised' } as const;
    await inTransaction(test.db, (tx) =>
      recordAlerts(tx, {
        key: { fleet: 'f', driverId: 'd', tripId: 't' },
        alerts: [
          { match: { published: published({ id: 'r' }, 2) }, ...sent, deliveries: [x!, y!] },
          {
            match: { published: published({ id: 's' }) },
            ...sent,
            reason: 'grouped',
            detail: 'r',
            deliveries: [{ ...x!, state: 'skipped', reason: 'grouped', groupedInto: 'r' }],
          },
        ],
        groups: [],
        revisionOf: () => 2,
        at: NOON,
        fleetTimezone: 'UTC',
        fleetRecipients: () => ({ receivers: [], unreachable: [], notAllowed: [] }),
      }),
    );
    expect(await seen()).toEqual(['#x pending null 2', '#x skipped grouped 2', '#y pending null 2']);
    const { items } = await listDeliveries(test.db, { fleetId: 'f' });
    const summary = items.find(({ receiver, alertId: of }) => receiver === '#x' && of === alertId)!;
    expect(items.find(({ rule }) => rule === 's')).toMatchObject({ groupedInto: summary.id });
  });

  it('after it was silenced is not sent', async () => {
    await hold();
    await leftOut('silenced');
    expect(await matchedRules(key)).toEqual(new Set(['r']));
    expect((await recordAgain()).isNew).toBe(false);
  });
});
