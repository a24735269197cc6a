import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { inTransaction, jsonb, newestFirst, recordAudit } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import { newRun } from './runs.ts';
import type { DigestRequest } from './runs.ts';
import type { DigestRunsTable } from '../tables/index.ts';

/** A person's request for a digest. */
export interface AskedDigest extends DigestRequest {
  /** Name of the token that makes the request. */
  readonly who: string;
}

/**
 * Opens a run that a person wants sent now.
 * @param args.onlyTo sends to these receivers only. Absent: to all that the document names.
 */
export async function openDigestNow(
  db: Db,
  args: AskedDigest & { readonly why: string; readonly onlyTo?: readonly string[] },
): Promise<string> {
  const { fleetId, digestId, who, why, onlyTo, period, at } = args;
  return inTransaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('digestRuns')
      .values({
        ...newRun(args),
        requestedBy: who,
        origin: 'on_demand',
        why,
        onlyTo: onlyTo ? [...onlyTo] : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(tx, {
      fleetId,
      at,
      who,
      why,
      action: 'digest.requested',
      subjectType: 'digest',
      subjectId: digestId,
      details: { run: id, period: period.now.to, ...(onlyTo && { to: [...onlyTo] }) },
    });
    return id;
  });
}

/**
 * Opens a run for a preview. Reuses a recent run with the same content if there is one.
 * @param args.freshSince reuses only runs opened after this time
 */
export async function openDigestPreview(
  db: Db,
  args: AskedDigest & { readonly freshSince: Date },
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { fleetId, digestId, version, period } = args;
  const found = await db
    .selectFrom('digestRuns')
    .select('id')
    .where((row) => row.and({ fleetId, digestId, version, origin: 'preview' }))
    .where((row) => row.and({ periodTo: period.now.to, beforeTo: period.before.to }))
    .where(sql<boolean>`document = ${jsonb(args.document)}`)
    .where('state', '!=', 'failed')
    .where('createdAt', '>', args.freshSince)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (found) return { id: found.id, isNew: false };
  const { id } = await db
    .insertInto('digestRuns')
    .values({ ...newRun(args), requestedBy: args.who, origin: 'preview' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isNew: true };
}

/** Counts a fleet's unfinished previews that were opened since an instant. */
export async function countDigestPreviews(
  db: Db,
  args: { readonly fleetId: string; readonly since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('digestRuns')
    .select(sql<number>`count(*)::int`.as('count'))
    .where((row) => row.and({ fleetId: args.fleetId, origin: 'preview', state: 'gathering' }))
    .where('createdAt', '>', args.since)
    .executeTakeFirstOrThrow();
  return count;
}

/** A run of a digest that is or will be sent, without its large fields. */
export type DigestRun = Omit<
  Selectable<DigestRunsTable>,
  'document' | 'content' | 'gathered' | 'recipients'
> & {
  readonly caveats: readonly string[] | null;
};

const SHOWN = [
  'id',
  'fleetId',
  'digestId',
  'version',
  'period',
  'periodFrom',
  'periodTo',
  'beforeFrom',
  'beforeTo',
  'origin',
  'requestedBy',
  'why',
  'onlyTo',
  'partOf',
  'part',
  'state',
  'reason',
  'createdAt',
  'settledAt',
] as const;

/**
 * Lists the runs of a digest that were or will be sent, newest first. Omits previews.
 * @param args.ofGroups lists only runs whose document named groups, all of them among these
 */
export async function listDigestRuns(
  db: Db,
  args: Page & {
    readonly fleetId: string;
    readonly digestId: string;
    readonly ofGroups?: readonly string[] | undefined;
  },
): Promise<Listed<DigestRun>> {
  let query = db
    .selectFrom('digestRuns')
    .select(SHOWN)
    .select(sql<readonly string[] | null>`content -> 'caveats'`.as('caveats'))
    .where((row) => row.and({ fleetId: args.fleetId, digestId: args.digestId }))
    .where('origin', '!=', 'preview');
  if (args.ofGroups) query = query.where(sql<boolean>`document -> 'groups' <@ ${jsonb(args.ofGroups)}`);
  return newestFirst(query, { ...args, list: 'digest-runs', by: 'id' });
}
