import { pino } from 'pino';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { decideTrip } from '../../../activities/trips/index.ts';
import type { ActivityDependencies } from '../../../activities/dependencies/index.ts';
import { compileFleetRules } from '../../../activities/facts/index.ts';
import { composeDelivery } from '../../../activities/dispatch/index.ts';
import { listAlerts } from '../../../store/alerts/index.ts';
import { lockRules, openDatabase } from '../../../store/db/index.ts';
import type { Tx } from '../../../store/db/index.ts';
import { listDeliveries } from '../../../store/deliveries/index.ts';
import { storePublished } from '../../support/store/published.ts';
import { NO_READINGS, published, ruleDocument, tripWith } from '../../rules/given.ts';
import { waitsForLock } from '../../support/store/lockWaiters.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { storeAlert } from '../../support/store/records.ts';

const inTest = useDatabase();
const fleetId = 'f';
/** The last moment of a day in Berlin, and the first ones of the next. */
const BEFORE = new Date('2026-03-10T22:59:59.900Z');
const AFTER = new Date('2026-03-10T23:00:00.100Z');
const fields = { id: 'chatty', budget: { alerts_per_day: 1 } };
const rules = compileFleetRules([published(fields)], []);

let now: Date;
const deps = (): ActivityDependencies =>
  ({
    db: inTest.db,
    now: () => now,
    log: pino({ level: 'silent' }),
    publicUrl: 'https://tripline.example',
    fleets: new Map([fleetId, 'g'].map((id) => [id, { id, name: 'Fleet', timezone: 'Europe/Berlin' }])),
  }) as Partial<ActivityDependencies> as ActivityDependencies;

beforeAll(async () => {
  await storePublished(inTest.db, { fleetId, kind: 'rule', body: ruleDocument(fields), at: BEFORE });
});
beforeEach(() => {
  now = BEFORE;
});

const decide = (tripId: string, { fleet = fleetId, by = rules } = {}) =>
  decideTrip(deps(), {
    key: { fleet, driverId: `d-${tripId}`, tripId },
    trip: tripWith({ driverId: `d-${tripId}`, tripId, distanceKm: 5 }),
    trigger: 'notification',
    rules: by,
    readings: NO_READINGS,
  });

/** Holds the rule's lock in another connection until it is released. */
async function holdRule(beforeEnd: (tx: Tx) => Promise<unknown> = () => Promise.resolve()) {
  const other = openDatabase(inTest.url);
  let releaseLock = (): void => undefined;
  const marked = new Promise<void>((resolve) => (releaseLock = resolve));
  let holds = (): void => undefined;
  const held = new Promise<void>((resolve) => (holds = resolve));
  const done = other.db.transaction().execute(async (tx) => {
    await lockRules(tx, { fleetId, rules: ['chatty'] });
    holds();
    await marked;
    await beforeEnd(tx);
  });
  await held;
  return {
    releaseLock: async (): Promise<void> => {
      releaseLock();
      await done;
      await other.close();
    },
  };
}

it('an alert that waited across midnight belongs to the new day, whose budget it uses', async () => {
  await decide('first');
  const rule = await holdRule();
  const late = decide('late');
  await waitsForLock(inTest.db);
  now = AFTER;
  await rule.releaseLock();
  await late;
  const { items } = await listAlerts(inTest.db, { fleetId, driverId: 'd-late' });
  expect(items).toMatchObject([{ state: 'raised', at: AFTER }]);
});

it('the summary of a day waits for the day’s last alert to be written', async () => {
  now = new Date('2026-03-11T20:00:00Z');
  await decide('second');
  const summary = (await listDeliveries(inTest.db, { fleetId, rule: 'chatty' })).items.find(
    ({ kind }) => kind === 'budget_summary',
  )!;
  expect(summary.releaseAt).toEqual(new Date('2026-03-11T23:00:00Z'));
  const rule = await holdRule((tx) =>
    storeAlert(tx, {
      fleetId,
      driverId: 'd-last',
      tripId: 'last',
      rule: 'chatty',
      state: 'stopped',
      reason: 'over_budget',
      passedBudget: false,
      at: new Date('2026-03-11T22:59:59.999Z'),
    }),
  );
  const marked = composeDelivery(deps(), summary);
  await waitsForLock(inTest.db);
  await rule.releaseLock();
  expect(JSON.stringify((await marked).marked(false).message)).toContain('2 more alerts on 11 Mar 2026');
});

it('while a rule is counted, other rules, other fleets and critical alerts are decided', async () => {
  const rule = await holdRule();
  const byFleet = published({ id: 'other', throttle: { per: 'fleet', every: '1h' } });
  await decide('of-another-rule', { by: compileFleetRules([byFleet], []) });
  await decide('of-another-fleet', { fleet: 'g' });
  await decide('critical', { by: compileFleetRules([published({ ...fields, severity: 'critical' })], []) });
  await rule.releaseLock();
  const decided = await inTest.db.selectFrom('decisions').select('tripId').orderBy('id').execute();
  expect(decided.slice(-3).map(({ tripId }) => tripId)).toEqual([
    'of-another-rule',
    'of-another-fleet',
    'critical',
  ]);
});
