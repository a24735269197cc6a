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

/** Everything that the poll needs. */
export interface StrandedParts {
  readonly db: Db;
  readonly workflows: Pick<WorkflowGateway, 'strandedWork'>;
  readonly fleets: readonly string[];
  readonly registry: Registry;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /** The interval of polls, 1 min. */
  readonly everyMs?: number;
}

/**
 * Polls for incidents and held alerts whose worker build has no worker any more, so that they page no one. Each fleet with
 * such work gets an alarm, which is resolved when the work is taken up again or moved.
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

/** In no language: `tripline/build-1 (3)`. */
function buildsOf(stranded: readonly StrandedWork[]): string {
  return stranded.map(({ deployment, build, count }) => `${deployment}/${build} (${count})`).join(', ');
}
