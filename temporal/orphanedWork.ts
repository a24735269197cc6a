import type { Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import pLimit from 'p-limit';
import type { Config } from '../config.ts';
import { pinnedTo, quoted, versionsAsking } from './workers.ts';

/** Work of a fleet that stays on a build of workers of which none is left. */
export interface StrandedWork {
  readonly fleet: string;
  readonly deployment: string;
  readonly build: string;
  /** Open workflows: incidents, and releases of held alerts. */
  readonly count: number;
}

/** The workflows that stay on their build, by how their ids begin. */
const KINDS = ['incident', 'release'] as const;
/** Search attribute of Temporal's: the version that a workflow is on, as `deployment:build`. */
const VERSION = 'TemporalWorkerDeploymentVersion';
/** A poll reads this many versions at most, so that it ends. */
const MOST_VERSIONS = 20;
/** Calls to Temporal at once. */
const COUNTS_AT_ONCE = 8;

type Service = Connection['workflowService'];

/**
 * What waiting for a worker that nobody runs any more, whatever its deployment is called: it is searched among open workflows, and
 * not among the versions of the deployment that is current now. While none waits, it is one call beside that for the workers.
 * @param args.latelyMs a build whose workers have not asked for so long has none; two minutes when absent
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
    // A build may hold a colon of its own, the name of a deployment holds none.
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

/** A version beside the known ones on which open workflows stay; undefined: there is none. */
async function versionBeside(
  service: Service,
  temporal: Config['temporal'],
  known: readonly string[],
): Promise<string | undefined> {
  const others = known.length > 0 ? ` AND ${VERSION} NOT IN (${known.map(quoted).join(', ')})` : '';
  const { executions } = await service.listWorkflowExecutions({
    ...{ namespace: temporal.namespace, pageSize: 1 },
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
