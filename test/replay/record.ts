import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findTemporalCli } from '../../cli/embedded/index.ts';
import { lastSending } from '../../rules/digests/index.ts';
import { listAlarms, planAlarmMessage, raiseAlarm } from '../../store/alarms/index.ts';
import { listAlerts } from '../../store/alerts/index.ts';
import { createBackfill } from '../../store/backfill/index.ts';
import { createBacktest } from '../../store/backtests/index.ts';
import { createSimulation, latestDecision } from '../../store/trips/index.ts';
import { decideDeletion, listDeletions } from '../../store/deletions/index.ts';
import { listDeliveries } from '../../store/deliveries/index.ts';
import { requestErasure } from '../../store/retention/index.ts';
import {
  WORKFLOWS,
  alarmMessageWorkflowId,
  backfillWorkflowId,
  backfilledTripWorkflowId,
  backtestWorkflowId,
  deletionExpiryWorkflowId,
  deletionPressWorkflowId,
  deletionWorkflowId,
  digestMessagesWorkflowId,
  digestPreviewWorkflowId,
  digestScheduleId,
  digestSyncWorkflowId,
  digestTickWorkflowId,
  digestWorkflowId,
  erasureWorkflowId,
  fleetSchedulesWorkflowId,
  incidentWorkflowId,
  reevaluateWorkflowId,
  releaseWorkflowId,
  replayWorkflowId,
  simulationWorkflowId,
  suppressedWorkflowId,
  tripWorkflowId,
} from '../../workflows/contracts/index.ts';
import { published } from '../rules/given.ts';
import type { standInTrip } from '../support/stand-ins/analytics.ts';
import { answer, chain, incidentHandle, incidentsOf, untilEvent } from '../support/incidents/documents.ts';
import { SLACK_AND_EMAIL, eventRule } from '../support/servers/rules.ts';
import { startTestPostgres } from '../support/store/postgres.ts';
import { FLEET, sha256Hex, startStack } from '../support/servers/stack.ts';
import { startTestTemporal } from '../support/temporal/server.ts';
import { quietRuntime } from '../support/temporal/runtime.ts';
import { freezeHistories } from './frozenHistories.ts';

/**
 * Records one history of each path of a workflow, for the replay test: `npm run record:histories`. An existing history stays,
 * because workflows that began like that may still be running. A changed path gets its own name.
 */
const folder = fileURLToPath(new URL('./histories/', import.meta.url));
quietRuntime();
const postgres = await startTestPostgres();
const temporal = await startTestTemporal();
const stack = await startStack({
  more: { RECONCILE_EVERY: '1h' },
  servers: { postgresUrl: postgres.url, temporalAddress: temporal.address },
});
const { client, config, database, analytics } = stack;
const { taskQueue } = config.temporal;
const at = new Date();

const cli = await findTemporalCli();

/** Stores a history unless one is there, because an existing one represents workflows that are still running. */
function keep(name: string, workflowId: string): void {
  const file = `${folder}${name}.json`;
  if (existsSync(file)) return;
  const shown = execFileSync(cli, [
    'workflow',
    'show',
    '--address',
    temporal.address,
    '--workflow-id',
    workflowId,
    '--output',
    'json',
  ]);
  writeFileSync(file, `${JSON.stringify(JSON.parse(shown.toString('utf8')), undefined, 1)}\n`);
}

/** Executes a workflow and keeps its history. */
async function record(
  name: string,
  workflow: string,
  { id, input }: { readonly id: string; readonly input: object },
): Promise<void> {
  await client.workflow.execute(workflow, { taskQueue, workflowId: id, args: [input] });
  keep(name, id);
}

/** Waits for the end of a workflow that another one started, and keeps its history. */
async function recordEnd(name: string, id: string): Promise<void> {
  await client.workflow.getHandle(id).result();
  keep(name, id);
}

/** Returns the time of day in UTC in `ahead` minutes. */
function nextMinute(ahead: number): string {
  return new Date(Date.now() + ahead * 60_000).toISOString().slice(11, 16);
}

async function trip(
  name: string,
  options: Parameters<typeof standInTrip>[1],
  before?: () => void,
): Promise<{ driverId: string; tripId: string }> {
  const key = { driverId: 'recorded', tripId: name };
  const put = (): void => void stack.put(key, options);
  if (before) {
    before();
    setTimeout(put, 2_000);
  } else put();
  await stack.runTrip(key);
  keep(`trip-${name}`, tripWorkflowId({ fleet: FLEET, ...key }, sha256Hex));
  return key;
}

await stack.publish(
  eventRule('COLLISION', { actions: SLACK_AND_EMAIL }),
  {
    id: 'invalid',
    name: 'Invalid trip',
    severity: 'info',
    mode: 'live',
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'lessThan', value: 0.5 }] },
    actions: [{ type: 'slack', channel: '#fleet-safety' }, { type: 'delete_trip' }],
  },
  eventRule('PHONE_USE', {
    id: 'held',
    name: 'Held over night',
    severity: 'info',
    actions: [
      {
        type: 'slack',
        channel: '#fleet-safety',
        quiet_hours: { from: nextMinute(-60), to: nextMinute(2), timezone: 'UTC' },
      },
    ],
  }),
);
await stack.publishAs(
  'escalation-policy',
  chain([
    [0, '#fleet-safety'],
    [2, '#safety-urgent'],
  ]),
);
await stack.publish(
  eventRule('OVERSPEEDING', { severity: 'critical', actions: [{ type: 'escalate', policy: 'collision' }] }),
);
await stack.startWorker();
await trip('unmatched', {});
const collided = await trip('matched', { events: [4] });
await trip('late', {}, () => undefined);
await trip('invalid', { distanceKm: 0.1 });

await trip('held', { events: [2] });
const [heldDelivery] = (
  await listDeliveries(database.db, { fleetId: FLEET, driverId: 'recorded', tripId: 'held' })
).items;
const releaseId = releaseWorkflowId({ fleet: FLEET, releaseAt: heldDelivery!.releaseAt!.toISOString() });
await recordEnd('release', releaseId);

await trip('escalated', { events: [3] });
const [incident] = await incidentsOf(stack, 'recorded');
await untilEvent(stack, incident!, { kind: 'paged', times: 2 });
await answer(stack, incident!, { kind: 'acknowledge', repageAfterSeconds: 2 });
await untilEvent(stack, incident!, { kind: 'paging_resumed' });
await answer(stack, incident!, { kind: 'resolve', disposition: 'confirmed' });
await incidentHandle(stack, incident!).result();
keep('incident', incidentWorkflowId({ fleet: FLEET, incidentId: incident!.id }));

const question = await createSimulation(database.db, {
  fleetId: FLEET,
  input: { driver_id: collided.driverId, trip_id: collided.tripId },
  who: 'recorder',
  at,
});
const simulation = { fleet: FLEET, simulationId: question.id };
await record('simulation', 'simulationWorkflow', { id: simulationWorkflowId(simulation), input: simulation });

const replay = { fleet: FLEET, ...collided, effects: true, who: 'recorder', simulationId: question.id };
const replayId = replayWorkflowId(replay, 'recorded', sha256Hex);
await record('replay', 'replayWorkflow', { id: replayId, input: replay });

const [asked] = (await listDeletions(database.db, { fleetId: FLEET })).items;
await decideDeletion(database.db, {
  fleetId: FLEET,
  id: asked!.id,
  decision: 'approved',
  who: 'recorder',
  at,
});
const deletion = { fleet: FLEET, deletionId: asked!.id };
await record('deletion', 'deletionWorkflow', { id: deletionWorkflowId(deletion), input: deletion });

const today = at.toISOString().slice(0, 10);
async function newBacktest(): Promise<{ readonly fleet: string; readonly backtestId: string }> {
  const tested = published({ id: 'collision' }, 1);
  const { id } = await createBacktest(database.db, {
    fleetId: FLEET,
    question: { tested, rivals: [], from: today, to: today, timezone: 'UTC' },
    who: 'recorder',
    at,
  });
  return { fleet: FLEET, backtestId: id };
}
const backtest = await newBacktest();
await record('backtest', 'backtestWorkflow', { id: backtestWorkflowId(backtest), input: backtest });

await stack.worker?.shutdown();
const stopped = await newBacktest();
const stoppedHandle = await client.workflow.start('backtestWorkflow', {
  taskQueue,
  workflowId: backtestWorkflowId(stopped),
  args: [stopped],
});
await stoppedHandle.cancel();
await stack.startWorker();
await stoppedHandle.result().catch(() => undefined);
keep('backtest-cancelled', backtestWorkflowId(stopped));
analytics.trips.clear();
stack.put({ driverId: 'recorded', tripId: 'backfilled' }, { events: [4] });
const backfilled = await createBackfill(database.db, {
  fleetId: FLEET,
  from: today,
  to: today,
  alerts: true,
  who: 'recorder',
  at,
});
const backfill = { fleet: FLEET, backfillId: backfilled.id };
await record('backfill', 'backfillWorkflow', { id: backfillWorkflowId(backfill), input: backfill });
const decided = {
  ...backfill,
  driverId: 'recorded',
  tripId: 'backfilled',
  deliveries: [],
  incomplete: false,
};
await recordEnd('backfilled-trip', backfilledTripWorkflowId(decided, sha256Hex));

/** Runs a short trip of a driver whose rule deletes such trips. */
async function deletedTrip(driverId: string, action: object): Promise<string> {
  await stack.publish({
    id: driverId,
    name: 'Invalid trip',
    severity: 'info',
    mode: 'live',
    scope: { drivers: [driverId] },
    conditions: { all: [{ fact: 'trip.distance_km', operator: 'lessThan', value: 0.8 }] },
    actions: [
      { type: 'slack', channel: '#fleet-safety' },
      { type: 'delete_trip', ...action },
    ],
  });
  const key = stack.put({ driverId, tripId: driverId }, { distanceKm: 0.7 });
  await stack.runTrip(key);
  keep(`trip-${driverId}`, tripWorkflowId({ fleet: FLEET, ...key }, sha256Hex));
  return (await listDeletions(database.db, { fleetId: FLEET, driverId })).items[0]!.id;
}
await deletedTrip('deleted', { approval: 'auto' });
const expiring = { fleet: FLEET, deletionId: await deletedTrip('expiring', { expires_after: '1s' }) };
await recordEnd('deletion-expiry', deletionExpiryWorkflowId(expiring));

const { channel: channelId } = stack.slack.messages.at(-1)!;
const press = { ...expiring, pressedAt: new Date().toISOString(), userId: 'U07', channelId };
const pressId = deletionPressWorkflowId(press, 'recorded', sha256Hex);
await record('deletion-press', 'deletionPressWorkflow', { id: pressId, input: press });
await stack.publishAs('digest', {
  id: 'recorded',
  name: 'Recorded',
  period: 'day',
  to: ['lead@example.com'],
  paused: false,
  send: { at: '07:00', timezone: 'UTC' },
});
const digestKey = { fleet: FLEET, digest: 'recorded' };
await record('digest-sync', WORKFLOWS.digestSync, {
  id: digestSyncWorkflowId(digestKey),
  input: { fleet: FLEET },
});
/** The schedule starts the sending of the digest's last due time, as after an outage. */
const due = lastSending({ period: 'day', send: { at: '07:00', timezone: 'UTC' } }, new Date())!;
const schedule = client.schedule.getHandle(digestScheduleId(digestKey));
await schedule.backfill({ start: due.at, end: due.at, overlap: 'ALLOW_ALL' });
const tickId = `${digestTickWorkflowId(digestKey)}-${due.at.toISOString().replace('.000Z', 'Z')}`;
for (let tries = 0; tries < 50 && (await schedule.describe()).info.numActionsTaken === 0; tries += 1)
  await new Promise((resolve) => setTimeout(resolve, 200));
await recordEnd('digest-tick', tickId);
const digestId = digestWorkflowId(digestKey, `${due.period.now.to}:day`);
await recordEnd('digest', digestId);
const { id: digestRunId } = await database.db.selectFrom('digestRuns').select('id').executeTakeFirstOrThrow();
const digestRun = { fleet: FLEET, runId: digestRunId };
keep('digest-messages', digestMessagesWorkflowId({ ...digestRun, part: 0, deliveries: [] }));
const previewId = digestPreviewWorkflowId(digestRun);
await record('digest-preview', WORKFLOWS.digestPreview, { id: previewId, input: digestRun });

/** A reconciliation run that recovers one trip, and its re-evaluation once it was parked. */
analytics.trips.clear();
stack.put({ driverId: 'recorded', tripId: 'found' }, { endedAt: new Date(Date.now() - 3_600_000) });
const reconcileId = `reconcile:${FLEET}:recorded`;
await database.db
  .insertInto('reconcileFleets')
  .values({ fleetId: FLEET, since: new Date(0) })
  .execute();
await record('reconcile', WORKFLOWS.reconcile, { id: reconcileId, input: { fleet: FLEET } });
const foundTrip = { fleet: FLEET, driverId: 'recorded', tripId: 'found' };
await client.workflow.getHandle(tripWorkflowId(foundTrip, sha256Hex)).result();
await database.db.updateTable('trips').set({ state: 'parked' }).where('tripId', '=', 'found').execute();
const again = { ...foundTrip, runId: 'recorded' };
const againId = reevaluateWorkflowId(again, sha256Hex);
await record('reevaluate', WORKFLOWS.reevaluate, { id: againId, input: again });
const quietId = `notification-gap:${FLEET}:recorded`;
await record('notification-gap', WORKFLOWS.notificationGap, { id: quietId, input: { fleet: FLEET } });
/** An alarm that is sent to two receivers. */
await raiseAlarm(database.db, { fleetId: FLEET, kind: 'notifications_quiet', message: 'Recorded.', at });
for (const alarm of await listAlarms(database.db, { fleetId: FLEET, openOnly: true }))
  if (alarm.kind === 'notifications_quiet')
    await planAlarmMessage(database.db, {
      alarm,
      at,
      receivers: [
        { action: 'email', receiver: 'lead@example.com' },
        { action: 'slack', receiver: '#fleet-safety' },
      ],
    });
const { id: alarmMessageId } = await database.db
  .selectFrom('alarmMessages')
  .select('id')
  .executeTakeFirstOrThrow();
const alarmInput = { fleet: FLEET, alarmMessageId };
const alarmId = alarmMessageWorkflowId(alarmInput);
await record('alarm-message', WORKFLOWS.alarmMessage, { id: alarmId, input: alarmInput });
const fleetSchedules = fleetSchedulesWorkflowId({ fleet: FLEET });
await record('fleet-schedules', WORKFLOWS.fleetSchedules, { id: fleetSchedules, input: { fleet: FLEET } });

/** A trip that is received before its driver's score can be read. */
await stack.publish({
  id: 'score',
  name: 'Low score',
  severity: 'info',
  mode: 'live',
  conditions: { all: [{ fact: 'driver.score', operator: 'lessThan', value: 70 }] },
  actions: [{ type: 'email', to: ['lead@example.com'] }],
});
async function whileScoreIsUnavailable(tripId: string, way: () => Promise<unknown>): Promise<void> {
  analytics.broken.add('/v3/driver/recorded/score');
  stack.put({ driverId: 'recorded', tripId: tripId }, { events: [4], endedAt: new Date() });
  const key = { fleetId: FLEET, driverId: 'recorded', tripId };
  const under = way();
  while (!(await latestDecision(database.db, key))?.rules.some(({ outcome }) => outcome === 'unknown'))
    await new Promise((resolve) => setTimeout(resolve, 100));
  analytics.broken.clear();
  await under;
}
analytics.scores.set('recorded', new Map([[new Date().toISOString().slice(0, 10), 60]]));
const completed = { driverId: 'recorded', tripId: 'completed' };
await whileScoreIsUnavailable('completed', () => stack.runTrip(completed));
keep('trip-completed', tripWorkflowId({ fleet: FLEET, ...completed }, sha256Hex));
const checked = { fleet: FLEET, driverId: 'recorded', tripId: 'looked', runId: 'recorded' };
const reconcileRunId = reevaluateWorkflowId(checked, sha256Hex);
await whileScoreIsUnavailable('looked', () =>
  client.workflow.execute(WORKFLOWS.reevaluate, { taskQueue, workflowId: reconcileRunId, args: [checked] }),
);
keep('reevaluate-completed', reconcileRunId);

/** A rule's message that fails permanently, so that the alert that it suppressed is sent. */
const braked = eventRule('HARD_BRAKE', { severity: 'info' });
await stack.publish(
  {
    ...braked,
    id: 'unheard',
    name: 'Unheard',
    suppresses: ['heard'],
    actions: [{ type: 'slack', channel: '#no-such-channel' }],
  },
  { ...braked, id: 'heard', name: 'Heard', actions: [{ type: 'email', to: ['heard@example.com'] }] },
);
stack.put({ driverId: 'recorded', tripId: 'suppressed' }, { events: [0] });
await stack.runTrip({ driverId: 'recorded', tripId: 'suppressed' });
const [unheard] = (await listAlerts(database.db, { fleetId: FLEET, rule: 'unheard' })).items;
const suppressed = { fleet: FLEET, alertId: unheard!.id, request: '1' };
const suppressedId = suppressedWorkflowId(suppressed);
await record('suppressed', WORKFLOWS.suppressed, { id: suppressedId, input: suppressed });

const retentionId = `retention:${FLEET}:recorded`;
await record('retention', WORKFLOWS.retention, { id: retentionId, input: { fleet: FLEET } });
const request = { fleetId: FLEET, driverId: 'recorded', who: 'recorder', why: 'Recorded.', at: new Date() };
const erasure = { fleet: FLEET, erasureId: (await requestErasure(database.db, request)).id };
await record('erasure', WORKFLOWS.erasure, { id: erasureWorkflowId(erasure), input: erasure });

freezeHistories();
await stack.close();
await Promise.all([temporal.stop(), postgres.stop()]);
