import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { listAlarms, raiseAlarm } from '../../../store/alarms/index.ts';
import {
  alertsOfTrip,
  compareRules,
  createSilence,
  dueOfUnsuppressed,
  listAlerts,
  silencesBetween,
} from '../../../store/alerts/index.ts';
import { tripContext, tripDue } from '../../../store/assessment/index.ts';
import { listAudit } from '../../../store/db/index.ts';
import {
  countDeletedOn,
  countTripsOn,
  expireDeletions,
  listDeletions,
} from '../../../store/deletions/index.ts';
import {
  getSlackChannel,
  keepSlackChannel,
  listDeliveries,
  listOutbox,
  putOutbox,
  resumeDelivery,
} from '../../../store/deliveries/index.ts';
import {
  getDocument,
  listDocuments,
  listVersions,
  publishDocument,
  publishedDocuments,
  publishedOfKinds,
  saveDraft,
} from '../../../store/documents/index.ts';
import {
  countRuleAlerts,
  getDriverGroups,
  getReading,
  getScoreReading,
  keepGroups,
  keepReading,
  keepScoreReading,
  listGroups,
} from '../../../store/facts/index.ts';
import {
  claimTrip,
  countWindows,
  createSimulation,
  getStoredTrip,
  getTrip,
  getTripPath,
  keepDeadLetter,
  keepSnapshot,
  keepTrip,
  laterTripEnds,
  latestDecision,
  listDeadLetters,
  listDecisions,
  listNotifications,
  listSnapshots,
  listTrips,
  listWindowTrips,
  recordDecision,
  recordNotification,
  removeSimulations,
  setTripState,
} from '../../../store/trips/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at, exampleDecision, exampleTrip } from '../examples.ts';
import { storeAlert, storeDeletion, storeDelivery } from '../../support/store/records.ts';

const test = useDatabase();
const now = at('12:00:00');
const NOTHING_DUE = { trip: undefined, deliveries: [], releases: [], unmatchedDeletions: [] };
const NO_CONTEXT = {
  isTombstoned: false,
  trip: undefined,
  matched: new Set(),
  hasSuppressed: false,
  hasHeld: false,
  hasOpenDeletion: false,
};
const edit = { who: 'x', at: now };
const trip = { driverId: 'd-1', tripId: '1000' };
const document = { kind: 'rule' as const, id: 'r' };

/** Stores something in every table of a fleet. */
async function fill(fleetId: string): Promise<void> {
  const { db } = test;
  const key = { fleetId, ...trip };
  await claimTrip(db, { ...key, workflowId: 'w', at: now });
  await keepTrip(db, { fleetId, trip: exampleTrip(), contentHash: 'h', revision: 1, at: now });
  await recordNotification(db, { ...key, type: 'T', source: 'webhook', receivedAt: now });
  await keepDeadLetter(db, { fleetId, reason: 'r', body: Buffer.from('b'), at: now });
  await keepReading(db, {
    fleetId,
    endDate: '2026-03-10',
    reading: { driverId: 'd-1', ratings: {}, extra: {}, problems: [] },
    at: now,
  });
  await recordDecision(db, { fleetId, decision: exampleDecision() });
  const rule = { ...key, rule: 'r', version: 1, at: now };
  const alert = await storeAlert(db, { ...rule, severity: 'info' });
  await storeDelivery(db, { ...rule, alertId: alert.id, action: 'email', receiver: 'a' });
  await saveDraft(db, { fleetId, ...document, ...edit, body: {} });
  await publishDocument(db, { fleetId, ...document, ...edit });
  await storeDeletion(db, { ...rule, expiresAt: now });
  await keepSnapshot(db, { ...key, raw: {}, reason: 'r', at: now });
  await putOutbox(db, { fleetId, channel: 'email', receiver: 'a', text: 't', at: now });
  await raiseAlarm(db, { fleetId, kind: 'slack_access', message: 'm', at: now });
  await keepSlackChannel(db, { fleetId, name: '#c', channelId: 'C0000001', at: now });
  await createSimulation(db, { fleetId, input: {}, who: 'x', at: now });
  await keepGroups(db, { fleetId, groupIds: ['north'], members: new Map([['d-1', ['north']]]), at: now });
  const reading = { score: 70, ratings: {}, extra: {}, problems: [] };
  await keepScoreReading(db, { fleetId, endDate: '2026-03-10', reading, at: now });
}

describe('one fleet', () => {
  beforeAll(async () => {
    const until = new Date(now.getTime() + 1_000);
    await createSilence(test.db, { fleetId: 'theirs', id: 's', reason: 'r', until, who: 'w', at: now });
    await fill('theirs');
  });

  const mine = { fleetId: 'mine' };
  it.each([
    ['trips', () => listTrips(test.db, mine)],
    ['notifications', () => listNotifications(test.db, mine)],
    ['dead letters', () => listDeadLetters(test.db, mine)],
    ['alerts', () => listAlerts(test.db, mine)],
    ['deliveries', () => listDeliveries(test.db, mine)],
    ['documents', () => listDocuments(test.db, { ...mine, kind: 'rule' })],
    ['versions', () => listVersions(test.db, { ...mine, ...document })],
    ['deletions', () => listDeletions(test.db, mine)],
    ['outbox', () => listOutbox(test.db, mine)],
    ['audit', () => listAudit(test.db, mine)],
  ])('lists nothing of another: %s', async (_what, list) => {
    expect(await list()).toEqual({ items: [] });
  });

  it.each([
    ['alarms', () => listAlarms(test.db, mine), []],
    ['decisions', () => listDecisions(test.db, { ...mine, ...trip }), []],
    ['what is still to be done', () => tripDue(test.db, { ...mine, ...trip }), NOTHING_DUE],
    ['published documents', () => publishedDocuments(test.db, { ...mine, kind: 'rule' }), []],
    ['documents in force', () => publishedOfKinds(test.db, { ...mine, kinds: ['rule', 'condition'] }), []],
    [
      'a comparison of rules',
      () => compareRules(test.db, { ...mine, original: 'r', copy: 's', since: at('00:00:00') }),
      {
        trips: { both: 0, only_original: 0, only_copy: 0 },
        passed: { original: 0, copy: 0 },
        examples: { both: [], only_original: [], only_copy: [] },
      },
    ],
    ['snapshots', () => listSnapshots(test.db, { ...mine, ...trip }), []],
    ['a trip’s alerts', () => alertsOfTrip(test.db, { ...mine, ...trip }), []],
    [
      'what was suppressed',
      () => dueOfUnsuppressed(test.db, { ...mine, ...trip }),
      { deliveries: [], releases: [] },
    ],
    ['silences', () => silencesBetween(test.db, { ...mine, from: now, to: now }), []],
    ['a trip’s standing', () => tripContext(test.db, { ...mine, ...trip, endedAt: now }), NO_CONTEXT],
    [
      'later trips',
      () =>
        laterTripEnds(test.db, {
          ...mine,
          driverId: 'd-1',
          after: at('00:00:00'),
          before: now,
          storedBefore: now,
        }),
      [],
    ],
    ['a trip', () => getTrip(test.db, { ...mine, ...trip }), undefined],
    ['a stored trip', () => getStoredTrip(test.db, { ...mine, ...trip }), undefined],
    ['a path', () => getTripPath(test.db, { ...mine, ...trip }), {}],
    ['a decision', () => latestDecision(test.db, { ...mine, ...trip }), undefined],
    ['a document', () => getDocument(test.db, { ...mine, ...document }), undefined],
    ['a reading', () => getReading(test.db, { ...mine, driverId: 'd-1', endDate: '2026-03-10' }), undefined],
    ['groups', () => listGroups(test.db, mine.fleetId), []],
    [
      'a driver’s groups',
      () => getDriverGroups(test.db, { ...mine, driverId: 'd-1' }),
      { attemptOpen: false },
    ],
    ['a score', () => getScoreReading(test.db, { ...mine, endDate: '2026-03-10' }), undefined],
    ['a Slack channel', () => getSlackChannel(test.db, { ...mine, name: '#c' }), undefined],
    ['deleted trips', () => countDeletedOn(test.db, { ...mine, utcDate: '2026-03-10' }), 0],
    ['announced trips', () => countTripsOn(test.db, { ...mine, utcDate: '2026-03-10' }), 0],
  ])('finds nothing of another: %s', async (_what, find, nothing) => {
    expect(await find()).toEqual(nothing);
  });

  it('counts nothing of another', async () => {
    const asked = { typeName: 'PHONE_USE', from: at('00:00:00') };
    const window = { driverId: 'd-1', to: now, windows: [asked] };
    expect(await countWindows(test.db, { ...mine, ...window })).toMatchObject([{ count: 0, tripCount: 0 }]);
    const alerts = { driverId: 'd-1', rule: 'r', from: at('00:00:00'), to: now, excludeTripId: '' };
    expect(await countRuleAlerts(test.db, { ...mine, ...alerts })).toEqual({ count: 0 });
    expect(await countRuleAlerts(test.db, { fleetId: 'theirs', ...alerts })).toMatchObject({ count: 1 });
    expect(await listWindowTrips(test.db, { ...mine, ...window, ...asked })).toEqual({ trips: [] });
    expect(await countWindows(test.db, { fleetId: 'theirs', ...window })).toMatchObject([
      { count: 1, tripCount: 1 },
    ]);
  });

  it('changes nothing of another', async () => {
    const dump = () => sql`select t.*, xmin::text from trips t`.execute(test.db);
    const before = (await dump()).rows;
    expect(await setTripState(test.db, { ...mine, ...trip, state: 'deleted', at: now })).toBe(false);
    expect(await expireDeletions(test.db, { ...mine, at: now })).toEqual([]);
    expect(await removeSimulations(test.db, { ...mine, before: at('23:00:00') })).toBe(0);
    const [delivery] = (await tripDue(test.db, { fleetId: 'theirs', ...trip })).deliveries;
    expect(await resumeDelivery(test.db, { ...mine, id: delivery!.id })).toBe(false);
    expect((await dump()).rows).toEqual(before);
  });

  it('works beside another with the same ids', async () => {
    await fill('same-ids');
    expect((await listTrips(test.db, { fleetId: 'same-ids' })).items).toHaveLength(1);
    expect((await listAlerts(test.db, { fleetId: 'theirs' })).items).toHaveLength(1);
    expect((await listDeliveries(test.db, { fleetId: 'same-ids' })).items).toHaveLength(1);
  });
});
