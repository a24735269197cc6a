import type { Connection } from '@temporalio/client';
import type { Config } from '../config.ts';
import { pinnedTo, workersSeen } from './workersSeen.ts';

/** Work of a fleet that stays on a build of workers of which none is left. */
export interface StrandedWork {
  readonly fleet: string;
  readonly deployment: string;
  readonly build: string;
  /** Open workflows: incidents, and releases of held alerts. */
  readonly count: number;
}

/**
 * What waits for a worker that nobody runs any more.
 * @param args.latelyMs a build whose workers have not asked for so long has none; two minutes when absent
 */
export async function strandedWork(
  service: Connection['workflowService'],
  args: {
    readonly temporal: Config['temporal'];
    readonly fleets: readonly string[];
    readonly latelyMs?: number;
  },
): Promise<StrandedWork[]> {
  const { temporal, fleets, latelyMs } = args;
  const { deployment } = await workersSeen(service, temporal, latelyMs);
  const found: StrandedWork[] = [];
  for (const { build, pinned, workers } of deployment?.builds ?? []) {
    if (workers > 0 || pinned === 0) continue;
    for (const fleet of fleets) {
      const count = await countOf(service, {
        namespace: temporal.namespace,
        query: `${pinnedTo(`${deployment!.name}:${build}`)} AND ${idsOf(fleet)}`,
      });
      if (count > 0) found.push({ fleet, deployment: deployment!.name, build, count });
    }
  }
  return found;
}

/** The workflows that stay on their build, by their ids. */
function idsOf(fleet: string): string {
  const starts = ['incident', 'release'].map((kind) => `WorkflowId STARTS_WITH '${kind}:${fleet}:'`);
  return `(${starts.join(' OR ')})`;
}

async function countOf(
  service: Connection['workflowService'],
  asked: { readonly namespace: string; readonly query: string },
): Promise<number> {
  return Number((await service.countWorkflowExecutions(asked)).count ?? 0);
}
