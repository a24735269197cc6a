import type { Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import pLimit from 'p-limit';
import type { Config } from '../config.ts';
import { pinnedTo, quoted, versionsAsking } from './workers.ts';

/** Open workflows of a fleet that are pinned to a build for which no worker runs. */
export interface StrandedWork {
  readonly fleet: string;
  readonly deployment: string;
  readonly build: string;
  /** Open workflows: incidents, and releases of held alerts. */
  readonly count: number;
}

/** The kinds of pinned workflows, which are the prefixes of their ids. */
const KINDS = ['incident', 'release'] as const;
/** Temporal's search attribute for the version of a workflow, as `deployment:build`. */
const VERSION = 'TemporalWorkerDeploymentVersion';
/** Maximum number of versions in one poll, so that it ends. */
const MOST_VERSIONS = 20;
/** Concurrent calls to Temporal. */
const COUNTS_AT_ONCE = 8;

type Service = Connection['workflowService'];

/**
 * Finds work that waits for a build without running workers, in any deployment. Searches open workflows instead of the versions
 * of the current deployment. Without such work, it needs one call besides those for the workers.
 * @param args.latelyMs time without a poll after which a build has no workers; two minutes when absent
 */
export async function strandedWork(
  service: Service,
  args: {
    readonly temporal: Config['temporal'];
    readonly fleets: readonly string[];
    readonly latelyMs?: number;
  },
): Promise<StrandedWork[]> {
  const { temporal, fleets, latelyMs } = args;
  const known = [...(await versionsAsking(service, temporal, latelyMs))];
  const atOnce = pLimit(COUNTS_AT_ONCE);
  const found: StrandedWork[] = [];
  for (let versions = 0; versions < MOST_VERSIONS; versions += 1) {
    const version = await versionBeside(service, temporal, known);
    if (version === undefined) break;
    known.push(version);
    // A build id may contain a colon; a deployment's name cannot.
    const [deployment = '', ...build] = version.split(':');
    const counts = await Promise.all(
      fleets.map((fleet) => atOnce(() => countOf(service, { temporal, version, fleet }))),
    );
    for (const [index, fleet] of fleets.entries()) {
      const count = counts[index] ?? 0;
      if (count > 0) found.push({ fleet, deployment, build: build.join(':'), count });
    }
  }
  return found;
}

async function countOf(
  service: Service,
  of: { readonly temporal: Config['temporal']; readonly version: string; readonly fleet: string },
): Promise<number> {
  const { temporal, version, fleet } = of;
  const { count } = await service.countWorkflowExecutions({
    namespace: temporal.namespace,
    query: `${pinnedTo(version)} AND ${onQueue(temporal)} AND ${idsBegin((kind) => `${kind}:${fleet}:`)}`,
  });
  return Number(count ?? 0);
}

/** Returns a version that is not among the known ones and has pinned open workflows, or `undefined`. */
async function versionBeside(
  service: Service,
  temporal: Config['temporal'],
  known: readonly string[],
): Promise<string | undefined> {
  const others = known.length > 0 ? ` AND ${VERSION} NOT IN (${known.map(quoted).join(', ')})` : '';
  const { executions } = await service.listWorkflowExecutions({
    namespace: temporal.namespace,
    pageSize: 1,
    query: `${VERSION} IS NOT NULL${others} AND ${pinnedTo()} AND ${onQueue(temporal)} AND ${idsBegin((kind) => `${kind}:`)}`,
  });
  const payload = executions?.[0]?.searchAttributes?.indexedFields?.[VERSION];
  return payload ? defaultPayloadConverter.fromPayload<string>(payload) : undefined;
}

function onQueue({ taskQueue }: Config['temporal']): string {
  return `TaskQueue = ${quoted(taskQueue)}`;
}

function idsBegin(start: (kind: string) => string): string {
  return `(${KINDS.map((kind) => `WorkflowId STARTS_WITH ${quoted(start(kind))}`).join(' OR ')})`;
}
