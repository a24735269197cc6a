import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { resolveAlarm, listAlarms, raiseAlarm } from '../../../store/alarms/index.ts';
import { getAlert, listAlerts, recordAlert, setAlertState } from '../../../store/alerts/index.ts';
import { instanceKey, listAudit, listFleets, upsertFleets } from '../../../store/db/index.ts';
import {
  DEAD_LETTER_BODY_LIMIT,
  createSimulation,
  finishSimulation,
  getDeadLetter,
  getSimulation,
  keepDeadLetter,
  latestDecision,
  listDeadLetters,
  listDecisions,
  listNotifications,
  recordDecision,
  recordNotification,
  removeSimulations,
} from '../../../store/trips/index.ts';
import type { TripKey } from '../../../store/trips/index.ts';
import {
  getOutboxPicture,
  getSlackChannel,
  keepSlackChannel,
  listOutbox,
  putOutbox,
} from '../../../store/deliveries/index.ts';
import { getReading, keepReading } from '../../../store/facts/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { at, exampleDecision } from '../examples.ts';
import { tripContext } from '../../../store/assessment/index.ts';

const test = useDatabase();
const matchedRules = async (key: TripKey): Promise<ReadonlySet<string>> =>
  (await tripContext(test.db, { ...key, endedAt: undefined })).matched;
const now = at('12:00:00');
const key = { fleetId: 'f', driverId: 'd-1', tripId: '1000' };

describe('fleets', () => {
  it('are made known and changed', async () => {
    await upsertFleets(test.db, []);
    await upsertFleets(test.db, [
      { id: 'b', name: 'B', timezone: 'UTC' },
      { id: 'a', name: 'A', timezone: 'UTC' },
    ]);
    await upsertFleets(test.db, [{ id: 'a', name: 'North', timezone: 'Europe/Berlin' }]);
    expect(await listFleets(test.db)).toEqual([
      { id: 'a', name: 'North', timezone: 'Europe/Berlin' },
      { id: 'b', name: 'B', timezone: 'UTC' },
    ]);
  });
});

describe('notifications', () => {
  const received = { ...key, type: 'TRIP_SCORED', source: 'webhook' as const, receivedAt: now, version: 3 };

  it('of a workflow are kept once, however often its activity runs', async () => {
    const record = () => recordNotification(test.db, { ...received, workflowId: 'trip:f:1000' });
    expect([await record(), await record()]).toEqual([{ isNew: true }, { isNew: false }]);
    const later = { ...received, workflowId: 'trip:f:1000', receivedAt: at('13:00:00') };
    expect(await recordNotification(test.db, later)).toEqual({ isNew: true });
  });

  it('of unknown types are kept with their bodies, each', async () => {
    const unknown = {
      fleetId: 'f',
      type: 'TIRE_FLAT',
      source: 'webhook' as const,
      receivedAt: now,
      body: { wheel: [1] },
    };
    await recordNotification(test.db, unknown);
    await recordNotification(test.db, unknown);
    const { items } = await listNotifications(test.db, { fleetId: 'f', type: 'TIRE_FLAT' });
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ body: { wheel: [1] }, driverId: null, version: null });
  });

  it('are listed for one trip', async () => {
    const { items } = await listNotifications(test.db, key);
    expect(items.map((each) => each.receivedAt)).toEqual([at('13:00:00'), now]);
  });
});

describe('dead letters', () => {
  it('are kept once per content and counted', async () => {
    const keep = (body: string, when = now) =>
      keepDeadLetter(test.db, {
        fleetId: 'dead',
        reason: 'no JSON',
        body: Buffer.from(body),
        contentType: 'text/plain',
        at: when,
      });
    const first = await keep('{"a":');
    const kept = await Promise.all(Array.from({ length: 9 }, () => keep('{"a":', at('13:00:00'))));
    expect(new Set(kept.map((each) => each.id))).toEqual(new Set([first.id]));
    expect(Math.max(...kept.map((each) => each.count))).toBe(10);
    expect((await keep('{"b":')).count).toBe(1);
    const { items } = await listDeadLetters(test.db, { fleetId: 'dead' });
    expect(items).toHaveLength(2);
    expect(items[1]).toMatchObject({
      count: 10,
      firstSeenAt: now,
      lastSeenAt: at('13:00:00'),
      reason: 'no JSON',
      bodyBytes: 5,
    });
    expect(items[1]).not.toHaveProperty('body');
  });

  it('keep any bytes, and of a large body the first ones', async () => {
    const body = Buffer.alloc(DEAD_LETTER_BODY_LIMIT + 1, 0xff);
    body[0] = 0;
    const { id } = await keepDeadLetter(test.db, { fleetId: 'dead', reason: 'large', body, at: now });
    const letter = await getDeadLetter(test.db, { fleetId: 'dead', id });
    expect(letter?.body.equals(body.subarray(0, DEAD_LETTER_BODY_LIMIT))).toBe(true);
    expect(letter?.bodyBytes).toBe(DEAD_LETTER_BODY_LIMIT + 1);
    expect(letter?.contentHash).toBe(createHash('sha256').update(body).digest('hex'));
    expect(await getDeadLetter(test.db, { fleetId: 'f', id })).toBeUndefined();
    expect(await getDeadLetter(test.db, { fleetId: 'dead', id: '1 or true' })).toBeUndefined();
  });
});

describe('driver readings', () => {
  const reading = {
    driverId: 'd-1',
    score: 70,
    ratings: {},
    extra: {},
    problems: [],
    attributes: { name: 'Ann' },
  };
  const keep = (score: number | null, when: Date) =>
    keepReading(test.db, { fleetId: 'f', endDate: '2026-03-10', reading: { ...reading, score }, at: when });
  const get = () => getReading(test.db, { fleetId: 'f', driverId: 'd-1', endDate: '2026-03-10' });

  it('give way to a newer one, never to an older', async () => {
    await keep(70, at('12:00:00'));
    await keep(null, at('13:00:00'));
    expect(await get()).toEqual({ reading: { ...reading, score: null }, readAt: at('13:00:00') });
    await keep(50, at('11:00:00'));
    expect((await get())?.reading.score).toBeNull();
    expect(
      await getReading(test.db, { fleetId: 'f', driverId: 'd-1', endDate: '2026-03-11' }),
    ).toBeUndefined();
  });
});

describe('decisions', () => {
  it('are recorded once a revision; the first stands', async () => {
    const recorded = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        recordDecision(test.db, {
          fleetId: 'f',
          decision: exampleDecision({ decided_at: `2026-03-10T12:00:${10 + index}.000Z` }),
        }),
      ),
    );
    const first = recorded.find((each) => each.isNew);
    expect(recorded.filter((each) => each.isNew)).toHaveLength(1);
    expect(recorded.every((each) => each.decision.decided_at === first?.decision.decided_at)).toBe(true);
    expect(await latestDecision(test.db, key)).toEqual(first?.decision);
    const { items } = await listAudit(test.db, { fleetId: 'f', action: 'decision.recorded' });
    expect(items).toMatchObject([
      { subjectId: 'd-1/1000', details: { revision: 1, matched: ['hard-brake'] } },
    ]);
  });

  it('are listed with the latest revision first', async () => {
    for (const revision of [2, 10])
      await recordDecision(test.db, { fleetId: 'f', decision: exampleDecision({ revision }) });
    expect((await listDecisions(test.db, key)).map((decision) => decision.revision)).toEqual([10, 2, 1]);
    expect((await latestDecision(test.db, key))?.revision).toBe(10);
    expect(await latestDecision(test.db, { ...key, tripId: 'other' })).toBeUndefined();
  });
});

describe('alerts', () => {
  const alert = { version: 2, revision: 1, severity: 'critical', state: 'raised', at: now } as const;
  const record = (rule: string, change: object = {}) =>
    recordAlert(test.db, { ...key, ...alert, rule, ...change });

  it('are recorded once a trip and rule, whatever later revisions find', async () => {
    const [first, again] = [await record('collision'), await record('collision', { revision: 2 })];
    expect([first.isNew, again.isNew, again.id === first.id]).toEqual([true, false, true]);
    expect(await getAlert(test.db, { fleetId: 'f', id: first.id })).toMatchObject({
      revision: 1,
      reason: null,
    });
    expect(await getAlert(test.db, { fleetId: 'g', id: first.id })).toBeUndefined();
  });

  it('show which rules matched before', async () => {
    await record('phone', { state: 'stopped', reason: 'shadow' });
    expect(await matchedRules(key)).toEqual(new Set(['collision', 'phone']));
    expect(await matchedRules({ ...key, driverId: 'd-2' })).toEqual(new Set());
  });

  it('change state with a reason', async () => {
    const { id } = await record('speeding', { state: 'held', reason: 'quiet_hours' });
    await setAlertState(test.db, { fleetId: 'g', id, state: 'stopped' });
    expect(await getAlert(test.db, { fleetId: 'f', id })).toMatchObject({ state: 'held' });
    await setAlertState(test.db, { fleetId: 'f', id, state: 'raised' });
    expect(await getAlert(test.db, { fleetId: 'f', id })).toMatchObject({ state: 'raised', reason: null });
  });

  it('are filtered and paged', async () => {
    const rules = async (filter: object) =>
      (await listAlerts(test.db, { fleetId: 'f', ...filter })).items.map((each) => each.rule);
    expect(await rules({})).toEqual(['speeding', 'phone', 'collision']);
    expect(await rules({ rule: 'phone' })).toEqual(['phone']);
    expect(await rules({ state: 'stopped' })).toEqual(['phone']);
    expect(await rules({ driverId: 'd-2' })).toEqual([]);
    expect(await rules({ from: now, to: now })).toEqual([]);
    const first = await listAlerts(test.db, { fleetId: 'f', limit: 2 });
    expect(await rules({ limit: 2, cursor: first.nextCursor })).toEqual(['collision']);
  });
});

describe('the outbox', () => {
  const message = { fleetId: 'f', channel: 'email', receiver: 'lead@example.com', text: 'Hello', at: now };

  it('takes a delivery once', async () => {
    const put = () =>
      putOutbox(test.db, { ...message, deliveryId: '7', blocks: [{ type: 'divider' }], html: '<p>' });
    const all = await Promise.all(Array.from({ length: 10 }, put));
    expect(all.filter((each) => each.isNew)).toHaveLength(1);
    expect(new Set(all.map((each) => each.id)).size).toBe(1);
    expect((await listOutbox(test.db, { fleetId: 'f', deliveryId: '7' })).items).toMatchObject([
      { blocks: [{ type: 'divider' }], html: '<p>', hasPicture: false, possibleRepeat: false },
    ]);
  });

  it('takes messages of no delivery each', async () => {
    await putOutbox(test.db, { ...message, channel: 'slack' });
    await putOutbox(test.db, { ...message, channel: 'slack' });
    expect((await listOutbox(test.db, { fleetId: 'f', channel: 'slack' })).items).toHaveLength(2);
  });

  it('gives the picture by itself, to its fleet', async () => {
    const picture = Uint8Array.from([137, 80, 0, 255]);
    const { id } = await putOutbox(test.db, { ...message, deliveryId: '8', picture });
    expect((await listOutbox(test.db, { fleetId: 'f', deliveryId: '8' })).items[0]).toMatchObject({
      id,
      hasPicture: true,
    });
    expect(await getOutboxPicture(test.db, { fleetId: 'f', id })).toEqual(Buffer.from(picture));
    expect(await getOutboxPicture(test.db, { fleetId: 'g', id })).toBeUndefined();
  });
});

describe('Slack channels', () => {
  it('keep the id seen last under their name', async () => {
    const key = { fleetId: 'slack', name: '#fleet-safety' };
    expect(await getSlackChannel(test.db, key)).toBeUndefined();
    await keepSlackChannel(test.db, { ...key, channelId: 'C0000001', at: at('12:00:00') });
    await keepSlackChannel(test.db, { ...key, channelId: 'C0000002', at: at('12:00:10') });
    await keepSlackChannel(test.db, { ...key, channelId: 'C0000003', at: at('12:00:05') });
    expect(await getSlackChannel(test.db, key)).toBe('C0000002');
  });
});

describe('alarms', () => {
  const alarm = { fleetId: 'f', kind: 'analytics_unauthorised' } as const;
  const raise = (when: Date) => raiseAlarm(test.db, { ...alarm, message: 'The key is refused.', at: when });

  it('are raised by one of many at once, again only after they were resolved', async () => {
    const raised = await Promise.all(Array.from({ length: 20 }, () => raise(now)));
    expect(raised.filter(Boolean)).toHaveLength(1);
    expect(await raise(at('12:05:00'))).toBe(false);
    expect(await listAlarms(test.db, { fleetId: 'f', openOnly: true })).toMatchObject([
      { raisedAt: now, lastSeenAt: at('12:05:00') },
    ]);
    const clear = () => resolveAlarm(test.db, { ...alarm, at: at('13:00:00') });
    expect([await clear(), await clear()]).toEqual([true, false]);
    expect(await listAlarms(test.db, { fleetId: 'f', openOnly: true })).toEqual([]);
    expect(await raise(at('14:00:00'))).toBe(true);
    const { items } = await listAudit(test.db, { fleetId: 'f', subjectType: 'alarm' });
    expect(items.map((entry) => entry.action)).toEqual(['alarm.raised', 'alarm.resolved', 'alarm.raised']);
  });

  it('of one kind can stand for several subjects', async () => {
    const about = (subject: string) =>
      raiseAlarm(test.db, { fleetId: 'f', kind: 'webhook_unavailable', subject, message: 'm', at: now });
    expect([await about('#a'), await about('#b'), await about('#a')]).toEqual([true, true, false]);
  });
});

describe('simulations', () => {
  it('hold a question and then its answer', async () => {
    const { id } = await createSimulation(test.db, {
      fleetId: 'f',
      input: { rule_id: 'x' },
      who: 'viewer',
      at: now,
    });
    expect(await getSimulation(test.db, { fleetId: 'f', id })).toMatchObject({
      input: { rule_id: 'x' },
      result: null,
      finishedAt: null,
    });
    await finishSimulation(test.db, { fleetId: 'g', id, result: {}, at: now });
    await finishSimulation(test.db, { fleetId: 'f', id, result: { rules: [] }, at: now });
    expect(await getSimulation(test.db, { fleetId: 'f', id })).toMatchObject({
      result: { rules: [] },
      finishedAt: now,
    });
    expect(await getSimulation(test.db, { fleetId: 'g', id })).toBeUndefined();
    expect(await getSimulation(test.db, { fleetId: 'f', id: 'no-uuid' })).toBeUndefined();
    expect(await removeSimulations(test.db, { fleetId: 'f', before: now })).toBe(0);
    expect(await removeSimulations(test.db, { fleetId: 'f', before: at('12:00:01') })).toBe(1);
  });
});

describe('instance keys', () => {
  it('are made once, whoever asks first', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => instanceKey(test.db, 'links')));
    expect(new Set(keys.map((each) => each.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
    expect((await instanceKey(test.db, 'other')).equals(keys[0]!)).toBe(false);
  });
});
