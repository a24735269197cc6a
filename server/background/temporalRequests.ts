import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { CHANNELS, PEOPLE_CHANNELS, channelNamedBy } from '../../rules/channels/index.ts';
import type { Config, FleetConfig } from '../../config.ts';
import { alarmOfRequest, getAlarm, planAlarmMessage } from '../../store/alarms/index.ts';
import type { Alarm, AlarmReceiver } from '../../store/alarms/index.ts';
import { digestSync, oldestRequests, requestTemporal } from '../../store/db/index.ts';
import type { Db, RequestKey, TemporalRequest } from '../../store/db/index.ts';
import { fleetsWithDigests } from '../../store/documents/index.ts';
import { isIncidentOverdue, requestOverdueIncidents } from '../../store/incidents/index.ts';
import type { WorkflowGateway } from '../../temporal/index.ts';
import { registerQueried } from '../metrics/index.ts';
import { createRequestDispatcher } from './requestDispatcher.ts';
import type { RequestDispatcher, RequestHandlers } from './requestDispatcher.ts';

/** The dependencies of the dispatcher of Temporal requests. */
export interface TemporalRequestParts {
  readonly db: Db;
  readonly workflows: Pick<
    WorkflowGateway,
    | 'wakeIncident'
    | 'startDeletion'
    | 'startSuppressed'
    | 'startAlarmMessage'
    | 'syncDigests'
    | 'syncFleetSchedules'
  >;
  readonly config: Pick<Config, 'reconcileEveryMs'> & {
    readonly fleets: readonly Pick<FleetConfig, 'id' | 'analytics' | 'retention' | 'alarmsTo'>[];
  };
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /** Milliseconds between two polls. Default: 2 s. */
  readonly everyMs?: number;
  /** Milliseconds for which a problem must last before people are notified. Default: 1 min. */
  readonly wrongForMs?: number;
  /**
   * Milliseconds without the problem before people are notified of its end. Default: 5 min, so that an intermittent problem
   * causes only one message.
   */
  readonly resolvedForMs?: number;
}

const MINUTE_MS = 60_000;
/** Milliseconds between two checks of an alarm without recipients. It waits until the fleet's configuration names some. */
const NOBODY_NAMED_MS = 5 * MINUTE_MS;
/**
 * Milliseconds between two signals to an overdue incident. Without a worker, more frequent signals would fill the workflow's
 * history, whose size is limited.
 */
const OVERDUE_AGAIN_MS = 10 * MINUTE_MS;
/** Milliseconds after which schedules are compared again, because they may have been changed directly in Temporal. */
const COMPARED_AGAIN_MS = 24 * 60 * MINUTE_MS;

/** Creates the dispatcher that executes all Temporal requests, with a handler for each kind. */
export function createTemporalRequests(parts: TemporalRequestParts): RequestDispatcher {
  const { db, workflows, config, log, now, everyMs } = parts;
  const after = (ms: number): Date => new Date(now().getTime() + ms);
  warnOfOneWay(log, config.fleets);

  const handlers: RequestHandlers = {
    async tick_incident({ fleetId: fleet, subject: incidentId }) {
      await workflows.wakeIncident({ fleet, incidentId });
      return undefined;
    },
    async tick_overdue_incident({ fleetId: fleet, subject: incidentId }) {
      if (!(await isIncidentOverdue(db, { fleetId: fleet, id: incidentId, at: now() }))) return undefined;
      await workflows.wakeIncident({ fleet, incidentId });
      return after(OVERDUE_AGAIN_MS);
    },
    async start_deletion({ fleetId: fleet, subject: deletionId }) {
      await workflows.startDeletion({ fleet, deletionId });
      return undefined;
    },
    async admit_suppressed({ fleetId: fleet, subject: alertId, id: request }) {
      await workflows.startSuppressed({ fleet, alertId, request });
      return undefined;
    },
    notify_alarm: (request) => notifyAlarm(request),
    async start_alarm_message({ fleetId: fleet, subject: alarmMessageId }) {
      await workflows.startAlarmMessage({ fleet, alarmMessageId });
      return undefined;
    },
    async sync_digest_schedules({ fleetId: fleet }) {
      await workflows.syncDigests({ fleet });
      return after(COMPARED_AGAIN_MS);
    },
    async sync_fleet_schedules({ fleetId: fleet }) {
      await workflows.syncFleetSchedules({ fleet });
      return after(COMPARED_AGAIN_MS);
    },
  };

  async function notifyAlarm(request: TemporalRequest): Promise<Date | undefined> {
    const alarm = await getAlarm(db, alarmOfRequest(request));
    const settled = alarm && settledAt(alarm);
    if (!settled) return undefined;
    if (settled > now()) return settled;
    const receivers = receiversOf(config.fleets.find(({ id }) => id === request.fleetId));
    if (alarm.raisedMessageId === null && receivers.length === 0) return after(NOBODY_NAMED_MS);
    await planAlarmMessage(db, { alarm, receivers, at: now() });
    return undefined;
  }

  /**
   * Returns the time at which people are to be notified of an alarm's present state. Undefined if they were notified of it, or
   * need not be.
   */
  function settledAt({ raisedAt, resolvedAt, raisedMessageId }: Alarm): Date | undefined {
    if (resolvedAt === null)
      return raisedMessageId === null
        ? new Date(raisedAt.getTime() + (parts.wrongForMs ?? MINUTE_MS))
        : undefined;
    if (raisedMessageId === null) return undefined;
    return new Date(resolvedAt.getTime() + (parts.resolvedForMs ?? 5 * MINUTE_MS));
  }

  let isStarted = false;
  async function requestMore(): Promise<void> {
    const at = now();
    await requestOverdueIncidents(db, { at });
    if (isStarted) return;
    const digests = new Set(await fleetsWithDigests(db));
    const requests = config.fleets.flatMap((fleet): RequestKey[] => [
      ...(digests.has(fleet.id) ? [digestSync(fleet.id)] : []),
      ...(hasSchedules(fleet, config)
        ? [{ fleetId: fleet.id, kind: 'sync_fleet_schedules' as const, subject: '' }]
        : []),
    ]);
    await requestTemporal(db, requests, { at });
    isStarted = true;
  }

  return createRequestDispatcher({ db, handlers, requestMore, log, now, ...(everyMs && { everyMs }) });
}

/** Registers the metrics about pending Temporal requests. They are absent while the database is unavailable. */
export function registerRequestMetrics(
  registry: Registry,
  { db, now }: { readonly db: Db; readonly now: () => Date },
): void {
  registerQueried(registry, {
    name: 'tripline_temporal_request_oldest_seconds',
    help: 'Age of the oldest pending Temporal request, by fleet and kind.',
    labels: ['fleet', 'kind'],
    rows: async () =>
      (await oldestRequests(db, { at: now() })).map(({ fleetId, kind, requestedAt }) => [
        { fleet: fleetId, kind },
        (now().getTime() - requestedAt.getTime()) / 1000,
      ]),
  });
}

type Fleet = TemporalRequestParts['config']['fleets'][number];

function hasSchedules(
  { analytics, retention }: Fleet,
  { reconcileEveryMs }: TemporalRequestParts['config'],
): boolean {
  const isReconciled = reconcileEveryMs !== undefined && analytics !== undefined;
  return isReconciled || retention?.positionsDays !== undefined || retention?.tripsDays !== undefined;
}

function receiversOf(fleet: Fleet | undefined): readonly AlarmReceiver[] {
  return (fleet?.alarmsTo ?? []).map((name) => ({
    action: channelNamedBy(name),
    receiver: name,
  }));
}

/** Warns about fleets whose alarms use a single channel, because Slack or a mail server cannot report its own outage. */
function warnOfOneWay(log: TemporalRequestParts['log'], fleets: readonly Fleet[]): void {
  for (const fleet of fleets) {
    const [only, another] = new Set(receiversOf(fleet).map(({ action }) => action));
    if (only === undefined || another !== undefined) continue;
    const others = PEOPLE_CHANNELS.filter((name) => name !== only);
    const other = others.flatMap((name) => CHANNELS[name].namedAlone?.receiver ?? []).join(' or ');
    log.warn(
      { fleet: fleet.id },
      `Alarms are sent by ${CHANNELS[only].namedAlone?.sender} only, so no alarm can report its outage: add ${other} to ALARMS_TO.`,
    );
  }
}
