import type { Logger } from 'pino';
import { createRepeatedLook } from './repeatedLook.ts';
import type { RepeatedLook } from './repeatedLook.ts';
import type { WorkflowGateway } from './workflowGateway.ts';

/** What the keeper is made of. */
export interface FleetScheduleKeeperParts {
  readonly workflows: Pick<WorkflowGateway, 'syncFleetSchedules'>;
  /** Ids of the fleets that have any. */
  readonly fleets: readonly string[];
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly now: () => Date;
  /** How often it sees whether something is due, 2 s. */
  readonly everyMs?: number;
}

const EVERY_MS = 2_000;
const DAY_MS = 24 * 3_600_000;

/** Sees that each fleet has its own schedules, at the start and once a day, whoever altered them behind our back. */
export function createFleetScheduleKeeper(parts: FleetScheduleKeeperParts): RepeatedLook {
  const { workflows, fleets, log, now, everyMs = EVERY_MS } = parts;
  const told = new Map<string, number>();
  return createRepeatedLook({
    what: 'schedules of fleets',
    async look(isClosed) {
      for (const fleet of fleets) {
        const at = now().getTime();
        if (isClosed() || at - (told.get(fleet) ?? -Infinity) < DAY_MS) continue;
        await workflows.syncFleetSchedules({ fleet });
        told.set(fleet, at);
      }
    },
    ...{ log, everyMs },
  });
}
