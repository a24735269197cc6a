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
  /** Number of open workflows: incidents, and releases of held alerts. */
  readonly count: number;
}

/** Kinds of pinned workflows. They are the prefixes of the workflows' ids. */
const KINDS = ['incident', 'release'] as const;
/** Temporal's search attribute for the version of a workflow, as `deployment:build`. */
const VERSION = 'TemporalWorkerDeploymentVersion';
/** Largest number of versions in one check, so that the check ends. */
const MOST_VERSIONS = 20;
/** Number of concurrent calls to Temporal. */
const COUNTS_AT_ONCE = 8;

type Service = Connection['workflowService'];

/**
 * Finds open workflows that are pinned to a build for which no worker runs, in any deployment. It searches open workflows,
 * because the current deployment does not list the versions of other ones. If there are none, it needs one call, and those for
 * the workers.
 * @param args.latelyMs milliseconds without a poll after which a build has no workers; two minutes by default
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
    // Splits at the first colon, because a build id may contain a colon, but a deployment's name cannot.
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

/** Returns a version with pinned open workflows that is not among the known ones, or `undefined`. */
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
