import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { isSendingTime, lastSending, uncertainTimes } from '../../../rules/digests/index.ts';
import type { Digest } from '../../../rules/lint/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import { firstInstantFrom, minutesOfTime } from '../../../rules/time/index.ts';
import { createTemporalRequests } from '../../../server/background/index.ts';
import { createWorkflowGateway } from '../../../temporal/index.ts';
import { retireDocument } from '../../../store/documents/index.ts';
import { digestSync } from '../../../store/db/index.ts';
import {
  WORKFLOWS,
  digestScheduleId,
  digestSyncWorkflowId,
  digestTickWorkflowId,
  digestWorkflowId,
} from '../../../workflows/contracts/index.ts';
import type { DigestTickResult } from '../../../workflows/contracts/index.ts';
import { sendingsBetween } from '../../support/digests/sendings.ts';
import { FLEET } from '../../support/servers/stack.ts';
import { useStack } from '../../support/servers/useStack.ts';

const stack = useStack({ channels: 'outbox' });
beforeAll(() => stack.startWorker());

/** Makes a digest with its own id, because all files of a test run share one Temporal. */
function aDigest(changes: Partial<Digest> = {}): Digest {
  return {
    id: `d-${randomUUID().slice(0, 8)}`,
    name: 'Weekly',
    period: 'week',
    to: ['lead@example.com'],
    send: { weekday: 'mon', at: '07:00', timezone: 'Europe/Berlin' },
    needs_attention_below: 70,
    min_trips: 3,
    paused: false,
    ...changes,
  };
}

const publish = (digest: Digest) =>
  stack.publishAs('digest', JSON.parse(JSON.stringify(digest)) as JsonObject);
const scheduleOf = ({ id }: Digest) =>
  stack.client.schedule.getHandle(digestScheduleId({ fleet: FLEET, digest: id }));
const found = (digest: Digest) =>
  scheduleOf(digest)
    .describe()
    .catch((error: Error) => error.name);

async function sync(): Promise<void> {
  await stack.execute(WORKFLOWS.digestSync, `${digestSyncWorkflowId({ fleet: FLEET })}:${randomUUID()}`, {
    fleet: FLEET,
  });
}

async function published(changes: Partial<Digest> = {}): Promise<Digest> {
  const digest = aDigest(changes);
  await publish(digest);
  await sync();
  return digest;
}

const runsOf = ({ id }: Digest) =>
  stack.database.db.selectFrom('digestRuns').selectAll().where('digestId', '=', id).execute();

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
}

describe('the schedule of a digest', () => {
  it('is made as the document says, and left alone while it does', async () => {
    const digest = await published();
    const first = await scheduleOf(digest).describe();
    expect(first).toMatchObject({
      spec: { timezone: 'Europe/Berlin', intervals: [] },
      action: { workflowType: WORKFLOWS.digestTick, args: [{ fleet: FLEET, digest: digest.id }] },
      policies: { overlap: 'SKIP', catchupWindow: 3 * 86_400_000 },
      state: { paused: false },
    });
    for (const at of first.info.nextActionTimes) expect(lastSending(digest, at)?.at).toEqual(at);
    expect(first.info.nextActionTimes.length).toBeGreaterThan(3);
    await sync();
    expect((await scheduleOf(digest).describe()).info.lastUpdatedAt).toBeUndefined();
  });

  it('is changed, paused and removed with the document', async () => {
    const digest = await published();
    const daily: Digest = {
      ...digest,
      period: 'day',
      send: { at: '18:30', timezone: 'Asia/Kolkata' },
    };
    await publish(daily);
    await sync();
    const changed = await scheduleOf(digest).describe();
    expect(changed).toMatchObject({
      spec: { timezone: 'Asia/Kolkata', calendars: [{ hour: [{ start: 18 }], minute: [{ start: 30 }] }] },
      policies: { catchupWindow: 86_400_000 },
    });
    expect(lastSending(daily, changed.info.nextActionTimes[0]!)?.at).toEqual(changed.info.nextActionTimes[0]);

    await publish({ ...daily, paused: true });
    await sync();
    expect((await scheduleOf(digest).describe()).state.paused).toBe(true);
    await publish(daily);
    await sync();
    expect((await scheduleOf(digest).describe()).state.paused).toBe(false);

    const key = { fleetId: FLEET, kind: 'digest', id: digest.id } as const;
    await retireDocument(stack.database.db, { ...key, who: 'test', at: new Date() });
    await sync();
    expect(await found(digest)).toBe('ScheduleNotFoundError');
    await sync();
  });

  it('is repaired when someone deleted, paused or altered it', async () => {
    const [deleted, paused, moved, resent] = [
      await published(),
      await published(),
      await published(),
      await published(),
    ];
    await scheduleOf(deleted).delete();
    await scheduleOf(paused).pause('by hand');
    await scheduleOf(moved).update((previous) => ({
      ...previous,
      spec: { timezone: 'UTC', calendars: [{ hour: 3 }] },
    }));
    await scheduleOf(resent).update((previous) => ({
      ...previous,
      action: { ...previous.action, args: [{ fleet: FLEET, digest: 'another' }] },
    }));
    await sync();
    for (const digest of [deleted, paused, moved, resent]) {
      const now = await scheduleOf(digest).describe();
      expect(now).toMatchObject({
        spec: { timezone: 'Europe/Berlin', calendars: [{ hour: [{ start: 7, end: 7 }] }] },
        action: { args: [{ fleet: FLEET, digest: digest.id }] },
        state: { paused: false },
      });
    }
  });
});

/**
 * Checks how Temporal's own calendars treat a clock change, which is why lint refuses such times. Each case is in 2037, far from
 * any other time of its schedule, because the server lists no times in the past.
 */
describe('Temporal', () => {
  const nextTimes = async (spec: object): Promise<string[]> => {
    const scheduleId = `probe-${randomUUID()}`;
    const handle = await stack.client.schedule.create({
      scheduleId,
      spec,
      action: { type: 'startWorkflow', workflowType: 'none', taskQueue: 'none', workflowId: scheduleId },
    });
    const { info } = await handle.describe();
    await handle.delete();
    return info.nextActionTimes.map((time) => time.toISOString());
  };
  const timeOfDay = (minutes: number): string => new Date(minutes * 60_000).toISOString().slice(11, 16);
  const onDates = (timezone: string, time: object, dates: object) => ({
    timezone,
    calendars: [{ year: 2037, ...time, ...dates }],
  });

  it.each([
    // Skipped: nothing on the 29th.
    [
      'Europe/Berlin',
      { hour: 2, minute: 30 },
      { month: 'MARCH', dayOfMonth: { start: 28, end: 30 } },
      ['2037-03-28T01:30:00.000Z', '2037-03-30T00:30:00.000Z'],
    ],
    // Shown twice on the 25th: the second one only.
    [
      'Europe/Berlin',
      { hour: 2, minute: 30 },
      { month: 'OCTOBER', dayOfMonth: { start: 24, end: 25 } },
      ['2037-10-24T00:30:00.000Z', '2037-10-25T01:30:00.000Z'],
    ],
    // Shown twice on the 1st: both.
    [
      'America/New_York',
      { hour: 1, minute: 30 },
      { month: 'NOVEMBER', dayOfMonth: { start: 1, end: 2 } },
      ['2037-11-01T05:30:00.000Z', '2037-11-01T06:30:00.000Z', '2037-11-02T06:30:00.000Z'],
    ],
    // Skipped by half an hour: at 02:45, a quarter of an hour after the jump has ended.
    [
      'Australia/Lord_Howe',
      { hour: 2, minute: 15 },
      { month: 'OCTOBER', dayOfMonth: { start: 3, end: 5 } },
      ['2037-10-02T15:45:00.000Z', '2037-10-03T15:45:00.000Z', '2037-10-04T15:15:00.000Z'],
    ],
  ] as const)('names in %s at %j of %j', async (timezone, time, dates, expected) => {
    expect(await nextTimes(onDates(timezone, time, dates))).toEqual(expected);
  });

  it.each([
    ['Europe/Berlin', 'MARCH', 29, '2037-03-29'],
    ['Europe/Berlin', 'OCTOBER', 25, '2037-10-25'],
    ['America/New_York', 'MARCH', 8, '2037-03-08'],
    ['America/New_York', 'NOVEMBER', 1, '2037-11-01'],
    ['Australia/Lord_Howe', 'APRIL', 5, '2037-04-05'],
    ['Australia/Lord_Howe', 'OCTOBER', 4, '2037-10-04'],
    ['Africa/Cairo', 'APRIL', 24, '2037-04-24'],
    ['Atlantic/Azores', 'OCTOBER', 25, '2037-10-25'],
  ] as const)(
    'names in %s in %s %i the one instant of any time that lint accepts',
    async (timezone, month, dayOfMonth, date) => {
      const uncertain = uncertainTimes({ period: 'day', send: { at: '00:00', timezone } });
      const edges = uncertain.flatMap(({ from, until }) => [minutesOfTime(from) - 1, minutesOfTime(until)]);
      const times = [0, 1439, ...edges].filter(
        (minutes) =>
          minutes >= 0 &&
          minutes < 1440 &&
          !uncertain.some(({ from, until }) => from <= timeOfDay(minutes) && timeOfDay(minutes) < until),
      );
      expect(times.length).toBeGreaterThan(1);
      for (const minutes of times) {
        const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 };
        const named = await nextTimes(onDates(timezone, time, { month, dayOfMonth }));
        const digest = { period: 'day', send: { at: timeOfDay(minutes), timezone } } as const;
        // In the hour before a clock is turned back, the calendar names a second instant, at which that clock shows another time.
        expect(named.filter((instant) => isSendingTime(digest, new Date(instant)))).toEqual([
          firstInstantFrom({ date, minutes }, timezone).toISOString(),
        ]);
      }
    },
  );
});

describe('the tick of a digest', () => {
  const DAY = 86_400_000;
  // Due six hours ago, so that no further sending becomes due while a test runs and none is at a clock change.
  const due = Date.now() - 6 * 3_600_000;
  const dailyAt = (instant: number) =>
    ({
      send: { at: new Date(instant).toISOString().slice(11, 16), timezone: 'UTC' },
      period: 'day',
    }) as const;

  /** Starts the sendings of the last days through the schedule, as after an outage. @returns the result of each */
  async function catchUp(digest: Digest, days: number): Promise<DigestTickResult[]> {
    const now = new Date();
    const sendings = sendingsBetween(digest, new Date(now.getTime() - (days + 2) * DAY), now).slice(-days);
    const results: DigestTickResult[] = [];
    for (const { at } of sendings) {
      await scheduleOf(digest).backfill({ start: at, end: at, overlap: 'ALLOW_ALL' });
      const id = digestTickWorkflowId({ fleet: FLEET, digest: digest.id });
      const workflowId = `${id}-${at.toISOString().replace('.000Z', 'Z')}`;
      const handle = stack.client.workflow.getHandle<() => Promise<DigestTickResult>>(workflowId);
      results.push(await eventually(() => handle.result()));
    }
    return results;
  }

  it('opens the newest run that is due and starts its making; of a flood of old ones comes one digest', async () => {
    const digest = await published(dailyAt(due));
    const sending = lastSending(digest, new Date())!;
    const results = await catchUp(digest, 5);
    expect(results).toHaveLength(5);
    expect(results.filter(({ started }) => started)).toHaveLength(1);
    expect(results.filter(({ reason }) => reason === 'done')).toHaveLength(4);
    const { now, before } = sending.period;
    const [run, ...others] = await runsOf(digest);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      fleetId: FLEET,
      version: 1,
      period: 'day',
      origin: 'scheduled',
      periodFrom: now.from,
      periodTo: now.to,
      beforeFrom: before.from,
      beforeTo: before.to,
      document: { id: digest.id },
    });
    const key = { fleet: FLEET, digest: digest.id };
    const making = stack.client.workflow.getHandle(digestWorkflowId(key, `${now.to}:day`));
    expect(await making.describe()).toMatchObject({ type: WORKFLOWS.digest });
    const history = await making.fetchHistory();
    const [payload] = history.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    expect(Buffer.from(payload!.data!).toString()).toBe(JSON.stringify({ fleet: FLEET, runId: run!.id }));
  });

  it('sends nothing for a time the document no longer says, for a paused one, and for one that is gone', async () => {
    const digest = await published(dailyAt(due));
    const moved: Digest = { ...digest, ...dailyAt(due + 60_000) };
    await publish(moved);
    // Its schedule still has the old time, because no sync has run yet.
    expect(await catchUp(digest, 1)).toEqual([{ started: false, reason: 'superseded' }]);
    await sync();
    await publish({ ...moved, paused: true });
    expect(await catchUp(moved, 1)).toEqual([{ started: false, reason: 'paused' }]);
    const key = { fleetId: FLEET, kind: 'digest', id: digest.id } as const;
    await retireDocument(stack.database.db, { ...key, who: 'test', at: new Date() });
    expect((await catchUp(moved, 2)).at(0)).toEqual({ started: false, reason: 'gone' });
    expect(await runsOf(digest)).toEqual([]);
    expect(stack.logged()).toContain('"reason":"superseded"');
  });
});

describe('a digest that is published', () => {
  const quick = { everyMs: 100, config: { fleets: [{ id: FLEET }] }, now: () => new Date() };
  const log = { warn: () => undefined, error: () => undefined };

  it('is scheduled as soon as Temporal is back, when it was unavailable at publishing', async () => {
    const { db } = stack.database;
    const { taskQueue } = stack.config.temporal;
    const at = (address: string) => createWorkflowGateway({ address, namespace: 'default', taskQueue });
    const [unavailable, there] = [at('127.0.0.1:9'), at(stack.config.temporal.address!)];
    let workflows = unavailable;
    const requests = createTemporalRequests({
      db,
      log,
      ...quick,
      workflows: { ...there, syncDigests: (input) => workflows.syncDigests(input) },
    });
    const digest = aDigest();
    await publish(digest);
    requests.dispatchSoon(digestSync(FLEET));
    requests.start();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await found(digest)).toBe('ScheduleNotFoundError');
    workflows = there;
    await eventually(async () => expect(await found(digest)).toMatchObject({ state: { paused: false } }));

    // Another one exists only in the database.
    const silent = aDigest();
    await publish(silent);
    await eventually(async () => expect(await found(silent)).toMatchObject({ state: { paused: false } }));
    await requests.close();
    await Promise.all([unavailable.close(), there.close()]);
  });
});
