import { sql } from 'kysely';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { registerCoverageMetrics } from '../../../server/metrics/index.ts';
import { createTemporalRequests } from '../../../server/background/index.ts';
import { resolveAlarm, raiseAlarm } from '../../../store/alarms/index.ts';
import { listDeliveries } from '../../../store/deliveries/index.ts';
import { useDatabase } from '../../support/store/useDatabase.ts';
import { fakeGateway } from '../../support/servers/server.ts';

const inTest = useDatabase();
const kind = 'analytics_unavailable';
const MINUTE_MS = 60_000;
let count = 0;
let fleetId = '';
let ms = 0;
beforeEach(() => {
  fleetId = `f-${(count += 1)}`;
  ms = Date.UTC(2026, 10, 20);
});

const now = (): Date => new Date(ms);
const minutes = (passed: number): void => void (ms += passed * MINUTE_MS);
const raise = () => raiseAlarm(inTest.db, { fleetId, kind, message: 'It is away.', at: now() });
const clear = () => resolveAlarm(inTest.db, { fleetId, kind, at: now() });
const deliveries = async () => (await listDeliveries(inTest.db, { fleetId })).items;

const dueRequests = async (): Promise<number> =>
  (
    await inTest.db
      .selectFrom('temporalRequests')
      .select('id')
      .where('fleetId', '=', fleetId)
      .where('dueAt', '<=', now())
      .execute()
  ).length;

/** Runs a server's poller until nothing of the fleet is due. */
async function runPoll(
  workflows = fakeGateway(),
  alarmsTo: readonly string[] = ['lead@example.com', '#ops'],
): Promise<void> {
  const errors: string[] = [];
  const requests = createTemporalRequests({
    db: inTest.db,
    workflows,
    config: { fleets: [{ id: fleetId, alarmsTo }] },
    now,
    everyMs: 1,
    log: pino({ level: 'error' }, { write: (line: string) => void errors.push(line) }),
  });
  requests.start();
  await expect.poll(dueRequests, { timeout: 20_000, interval: 5 }).toBe(0);
  await requests.close();
  expect(errors).toEqual([]);
}

/** Returns state and receiver of each delivery, oldest first. */
async function planned(): Promise<string[]> {
  const rows = await inTest.db
    .selectFrom('deliveries')
    .select(['state', 'receiver'])
    .where('fleetId', '=', fleetId)
    .orderBy('id')
    .execute();
  return rows.map(({ state, receiver }) => `${state} ${receiver}`);
}

async function sentAll(): Promise<void> {
  await inTest.db.updateTable('deliveries').set({ state: 'sent' }).where('fleetId', '=', fleetId).execute();
}
/** Counts the messages whose workflow was started. */
const started = async (): Promise<number> =>
  (
    await inTest.db
      .selectFrom('alarmMessages')
      .select('id')
      .where('fleetId', '=', fleetId)
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('temporalRequests')
              .select('subject')
              .where((request) => request.and({ fleetId, kind: 'start_alarm_message' }))
              .whereRef(sql`subject`, '=', sql`alarm_messages.id::text`),
          ),
        ),
      )
      .execute()
  ).length;

it.each([
  [['#ops', 'C0123456'], /by Slack only.*add an e-mail address to ALARMS_TO/],
  [['lead@example.com'], /by the mail server only.*add a Slack channel to ALARMS_TO/],
  [['lead@example.com', '#ops'], /^$/],
  [[], /^$/],
])(
  'with %j it says at its start whether an alarm about its own way would reach anyone',
  async (names, said) => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const config = { fleets: [{ id: fleetId, alarmsTo: names }] };
    await createTemporalRequests({ db: inTest.db, workflows: fakeGateway(), config, log, now }).close();
    expect(lines.join('')).toMatch(said);
  },
);

describe('an alarm', () => {
  it('is sent after it has been open for a minute, to each receiver once, by however many pollers', async () => {
    await raise();
    await runPoll();
    expect(await planned()).toEqual([]);
    minutes(1);
    await Promise.all([runPoll(), runPoll(), runPoll()]);
    expect(await planned()).toEqual(['pending lead@example.com', 'pending #ops']);
    expect((await deliveries()).map(({ action, kind: of }) => `${of} ${action}`)).toEqual([
      'alarm slack',
      'alarm email',
    ]);
    minutes(600);
    await raise();
    await runPoll();
    expect(await planned()).toHaveLength(2);
    expect(await started()).toBe(1);
  });

  it('that is resolved before anyone was notified is sent to nobody', async () => {
    await raise();
    await clear();
    minutes(10);
    await runPoll();
    expect(await planned()).toEqual([]);
  });

  it('that comes and goes is sent once, and once that it is resolved, after five minutes', async () => {
    await raise();
    minutes(1);
    await runPoll();
    await sentAll();
    for (let time = 0; time < 4; time += 1) {
      await clear();
      minutes(4);
      await runPoll();
      await raise();
      minutes(2);
      await runPoll();
    }
    expect(await planned()).toHaveLength(2);
    await clear();
    minutes(5);
    await runPoll();
    expect((await planned()).slice(2)).toEqual(['pending lead@example.com', 'pending #ops']);
    const rows = await inTest.db
      .selectFrom('alarmMessages')
      .select('event')
      .where('fleetId', '=', fleetId)
      .orderBy('id')
      .execute();
    expect(rows.map(({ event }) => event)).toEqual(['raised', 'resolved']);
    minutes(60);
    await runPoll();
    expect(await planned()).toHaveLength(4);
    await raise();
    minutes(1);
    await runPoll();
    expect(await planned()).toHaveLength(6);
  });

  it('that is resolved before a message was sent is reported to those only who had received it', async () => {
    await raise();
    minutes(1);
    await runPoll();
    await inTest.db
      .updateTable('deliveries')
      .set({ state: 'sent' })
      .where((row) => row.and({ fleetId, receiver: 'lead@example.com' }))
      .execute();
    await clear();
    minutes(5);
    await runPoll();
    expect(await planned()).toEqual(['sent lead@example.com', 'skipped #ops', 'pending lead@example.com']);
  });

  it('is sent when Temporal is back', async () => {
    const unavailable = fakeGateway();
    unavailable.unavailable = true;
    await raise();
    minutes(1);
    await runPoll(unavailable);
    expect([(await planned()).length, await started()]).toEqual([2, 0]);
    minutes(1);
    await runPoll();
    expect(await started()).toBe(1);
  });

  it('of a fleet without recipients is sent to nobody, until it names someone', async () => {
    await raise();
    minutes(5);
    await runPoll(fakeGateway(), []);
    expect(await planned()).toEqual([]);
    minutes(5);
    await runPoll();
    expect(await planned()).toHaveLength(2);
  });

  it('stands in the metrics until it is over', async () => {
    const registry = new Registry();
    registerCoverageMetrics(registry, { db: inTest.db, fleets: [fleetId], now });
    await raise();
    // On a busy machine a check may come too late for one response.
    await expect
      .poll(() => registry.metrics())
      .toContain(`tripline_alarms{fleet="${fleetId}",kind="${kind}"} 1`);
    await clear();
    const missing = `tripline_coverage_trips{fleet="${fleetId}",state="missing"} 0`;
    await expect
      .poll(async () => {
        const text = await registry.metrics();
        return { alarms: text.includes('tripline_alarms{'), coverage: text.includes(missing) };
      })
      .toEqual({ alarms: false, coverage: true });
  });
});
