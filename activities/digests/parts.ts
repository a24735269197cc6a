import { Context } from '@temporalio/activity';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { PEOPLE_CHANNELS, isPeopleChannel } from '../../rules/channels/index.ts';
import type { PeopleChannel } from '../../rules/channels/index.ts';
import { digestSchema, narrowedTo } from '../../rules/documents/index.ts';
import type { Digest, Route } from '../../rules/lint/index.ts';
import { reasonOf, receiverKey, resolvePage, routeOf } from '../../rules/recipients/index.ts';
import type { NamesReceivers } from '../../rules/recipients/index.ts';
import { inTransaction } from '../../store/db/index.ts';
import { openDigestParts, partsOfDigest } from '../../store/digests/index.ts';
import type { DigestPart, DigestReceiver, DigestRunFacts } from '../../store/digests/index.ts';
import { knownGroups } from '../../store/facts/index.ts';
import { WORKFLOWS, digestPartWorkflowId } from '../../workflows/contracts/index.ts';
import type { ActivityDependencies } from '../dependencies/index.ts';
import { alarmUnreached, recipientDocuments } from '../facts/index.ts';
import type { RecipientDocuments } from '../facts/index.ts';

/** Returns the recipient routes that a digest names, each with its channel. */
function routesNamedBy({ to = [], slack }: Digest): readonly (readonly [PeopleChannel, string])[] {
  const [bySlack, byEmail] = PEOPLE_CHANNELS;
  return [
    ...to.flatMap((name) => routeOf(name) ?? []).map((id) => [byEmail ?? bySlack, id] as const),
    ...(slack === undefined ? [] : [routeOf(slack) ?? []].flat().map((id) => [bySlack, id] as const)),
  ];
}

/**
 * Returns whether a run is sent only in parts, because its digest names only routes. Then the whole digest has no recipient. It
 * is not composed, so that no data is read from the service for it.
 */
export function isSentInParts(
  { origin, onlyTo, partOf }: Pick<DigestRunFacts, 'origin' | 'onlyTo' | 'partOf'>,
  { to = [], slack }: Digest,
): boolean {
  if (origin === 'preview' || onlyTo !== null || partOf !== null) return false;
  const named = [...to, ...(slack === undefined ? [] : [slack])];
  return named.length > 0 && named.every((name) => routeOf(name) !== undefined);
}

/**
 * Opens one part of the digest per entry of its routes, once per run, and starts each part's workflow. Recipients that the digest
 * names directly get the whole digest.
 * @returns the number of parts
 */
export async function sendParts(deps: ActivityDependencies, run: DigestRunFacts): Promise<number> {
  const digest = digestSchema.parse(run.document);
  if (run.onlyTo !== null || run.partOf !== null || routesNamedBy(digest).length === 0) return 0;
  const { fleetId, id } = run;
  const at = deps.now();
  const documents = await recipientDocuments(deps.db, fleetId);
  const groups = digest.groups ?? (await knownGroups(deps.db, fleetId));
  await inTransaction(deps.db, async (tx) => {
    if ((await partsOfDigest(tx, run)).length > 0) return;
    const { parts, unreachable } = partsOf({ run, digest, documents, groups, at });
    await openDigestParts(tx, { fleetId, id, parts, at });
    if (unreachable.length > 0)
      await alarmUnreached(tx, deps, {
        fleetId,
        at,
        subject: `digest:${run.digestId}`,
        names: [...new Set(unreachable)],
      });
  });
  const parts = await partsOfDigest(deps.db, run);
  for (const part of parts) if (part.state === 'gathering') await start({ fleet: fleetId, runId: part.id });
  return parts.length;
}

/** Data from which the parts of a digest are determined. */
interface PartsInput {
  readonly run: DigestRunFacts;
  readonly digest: Digest;
  readonly documents: RecipientDocuments;
  /** Groups that the digest covers; `undefined` when it covers all groups and they are not known. */
  readonly groups: readonly string[] | undefined;
  readonly at: Date;
}

/**
 * Returns the parts of a digest. A route's entry gets a part about its own group. The route's default gets a part about all
 * groups without an entry.
 */
function partsOf({ run, digest, documents, groups, at }: PartsInput): {
  readonly parts: readonly DigestPart[];
  readonly unreachable: readonly string[];
} {
  const parts = new Map<string, { groups: readonly string[]; recipients: Map<string, DigestReceiver> }>();
  const unreachable: string[] = [];
  for (const [channel, id] of routesNamedBy(digest)) {
    const route = documents.routes.get(id);
    if (!route) unreachable.push(`route:${id}`);
    for (const of of route ? sharesOf(route, groups) : []) {
      const way = { type: channel, channel: `route:${id}`, to: [`route:${id}`] } as unknown as NamesReceivers;
      const driver = { groups: [...of.slice(0, 1)], source: {} };
      const found = resolvePage([way], { ...documents, at, driver });
      unreachable.push(...found.unreachable);
      const key = JSON.stringify(of);
      const part = parts.get(key) ?? { groups: of, recipients: new Map<string, DigestReceiver>() };
      parts.set(key, part);
      for (const each of found.receivers)
        if (isPeopleChannel(each.action)) {
          const because = reasonOf(each);
          const recipient = { action: each.action, receiver: each.receiver, ...(because && { because }) };
          if (!part.recipients.has(receiverKey(each))) part.recipients.set(receiverKey(each), recipient);
        }
    }
  }
  return {
    unreachable,
    parts: [...parts.values()]
      .filter(({ recipients }) => recipients.size > 0)
      .map((part) => ({
        groups: part.groups,
        recipients: [...part.recipients.values()],
        document: narrowedTo(run.document, part.groups),
      })),
  };
}

/** Returns the groups of each part: each group with an entry by itself, and all groups without an entry together. */
function sharesOf(route: Route, groups: readonly string[] | undefined): readonly (readonly string[])[] {
  const about = [...new Set(groups ?? Object.keys(route.entries))].sort();
  const listed = about.filter((group) => Object.hasOwn(route.entries, group));
  const others = about.filter((group) => !Object.hasOwn(route.entries, group));
  return [...listed.map((group) => [group]), ...(others.length > 0 ? [others] : [])];
}

/** Starts the workflow that composes and sends a part. A repeated call starts no second workflow. */
async function start(input: { readonly fleet: string; readonly runId: string }): Promise<void> {
  const { client, info } = Context.current();
  try {
    await client.workflow.start(WORKFLOWS.digest, {
      workflowId: digestPartWorkflowId(input),
      taskQueue: info.taskQueue,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      args: [input],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
