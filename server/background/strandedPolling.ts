import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { alarmOf } from '../../messages/alerts/index.ts';
import { resolveAlarm, raiseAlarm } from '../../store/alarms/index.ts';
import type { Db } from '../../store/db/index.ts';
import { createPollingLoop } from './poller.ts';
import type { PollingLoop } from './poller.ts';
import type { StrandedWork, WorkflowGateway } from '../../temporal/index.ts';

const KIND = 'build_without_worker' as const;
const EVERY_MS = 60_000;

/** The dependencies of the poller. */
export interface StrandedParts {
  readonly db: Db;
  readonly workflows: Pick<WorkflowGateway, 'strandedWork'>;
  readonly fleets: readonly string[];
  readonly registry: Registry;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /** Milliseconds between two polls. Default: 1 min. */
  readonly everyMs?: number;
}

/**
 * Creates a poller that looks for incidents and held alerts whose worker build has no running worker, so that they page no one.
 * Each fleet with such work gets an alarm. It is resolved when a worker continues the work or the work is moved to another build.
 */
export function createStrandedPolling(parts: StrandedParts): PollingLoop {
  const { db, workflows, fleets, log, now, everyMs = EVERY_MS } = parts;
  const gauge = new Gauge({
    name: 'tripline_stranded_workflows',
    help: 'Incidents and held alerts that wait for a worker build that is not running, by fleet.',
    labelNames: ['fleet'],
    registers: [parts.registry],
  });
  return createPollingLoop({
    what: 'work whose build has no worker',
    log,
    everyMs,
    async poll() {
      const stranded = await workflows.strandedWork(fleets);
      for (const fleetId of fleets) {
        const own = stranded.filter(({ fleet }) => fleet === fleetId);
        gauge.set(
          { fleet: fleetId },
          own.reduce((sum, { count }) => sum + count, 0),
        );
        if (own.length === 0) {
          await resolveAlarm(db, { fleetId, kind: KIND, at: now() });
          continue;
        }
        const alarm = alarmOf({ kind: KIND, subject: '', details: { builds: buildsOf(own) } });
        if (await raiseAlarm(db, { fleetId, ...alarm, at: now() }))
          log.error({ fleet: fleetId, alarm: KIND }, alarm.message);
      }
    },
  });
}

/** Returns a list of builds that needs no translation: `tripline/build-1 (3)`. */
function buildsOf(stranded: readonly StrandedWork[]): string {
  return stranded.map(({ deployment, build, count }) => `${deployment}/${build} (${count})`).join(', ');
}
