import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { resolveAlarm, raiseAlarm } from '../../store/alarms/index.ts';
import type { Db } from '../../store/db/index.ts';
import { createPollingLoop } from './poller.ts';
import type { PollingLoop } from './poller.ts';
import type { StrandedWork, WorkflowGateway } from '../../temporal/index.ts';

const KIND = 'build_without_worker' as const;
const EVERY_MS = 60_000;

/** What the poll needs. */
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
 * Looks for incidents and held alerts whose build of workers has no worker any more: they page nobody. Each fleet that has
 * some gets an alarm, which is resolved when they are taken up again or moved.
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
    ...{ what: 'work whose build has no worker', log, everyMs },
    async poll() {
      const stranded = await workflows.strandedWork(fleets);
      for (const fleetId of fleets) {
        const own = stranded.filter(({ fleet }) => fleet === fleetId);
        gauge.set(
          { fleet: fleetId },
          own.reduce((sum, { count }) => sum + count, 0),
        );
        const alarm = { fleetId, kind: KIND, at: now() };
        if (own.length === 0) await resolveAlarm(db, alarm);
        else if (await raiseAlarm(db, { ...alarm, message: messageOf(own) }))
          log.error({ fleet: fleetId, alarm: KIND }, messageOf(own));
      }
    },
  });
}

function messageOf(stranded: readonly StrandedWork[]): string {
  const builds = stranded.map(({ deployment, build, count }) => `build ${build} of ${deployment} (${count})`);
  return (
    `No worker runs for ${builds.join(' and ')}, where open incidents or held alerts of this fleet wait: nobody is paged for them. ` +
    `Start a worker with that TEMPORAL_BUILD_ID, or move them (docs/upgrade.md). Nothing of them is lost.`
  );
}
