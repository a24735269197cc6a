import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { BacktestQuestion, BacktestResult } from '../../rules/backtests/index.ts';
import { getRow, json, newestFirst } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { BacktestState, BacktestsTable } from '../tables/index.ts';

export type { BacktestState } from '../tables/index.ts';

/** A back-test: its request, its progress, and its result once it is done. */
export type Backtest = Selectable<BacktestsTable>;

/** Key of a back-test. */
export interface BacktestKey {
  readonly fleetId: string;
  readonly id: string;
}

/** States of an unfinished back-test. */
const UNFINISHED: readonly BacktestState[] = ['waiting', 'running'];

/** Stores a back-test's request, so that its workflow needs only the id. */
export async function createBacktest(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly question: BacktestQuestion;
    readonly who: string;
    readonly at: Date;
  },
): Promise<{ id: string }> {
  const id = randomUUID();
  await db
    .insertInto('backtests')
    .values({
      fleetId: args.fleetId,
      id,
      state: 'waiting',
      question: json(args.question),
      tripsDone: 0,
      who: args.who,
      createdAt: args.at,
    })
    .execute();
  return { id };
}

/** Returns one back-test, or undefined if it is not stored. */
export function getBacktest(db: Db, key: BacktestKey): Promise<Backtest | undefined> {
  return getRow(db, 'backtests', key);
}

/** Returns back-tests without their results, newest first. With `rule`, returns only back-tests of that rule. */
export async function listBacktests(
  db: Db,
  args: Page & { readonly fleetId: string; readonly rule?: string | undefined },
): Promise<Listed<Backtest>> {
  const { rule, ...page } = args;
  let query = db
    .selectFrom('backtests')
    .select([
      ...(['fleetId', 'id', 'seq', 'state', 'question', 'tripsTotal', 'tripsDone', 'error'] as const),
      ...(['who', 'createdAt', 'startedAt', 'finishedAt'] as const),
      sql<null>`null`.as('result'),
    ])
    .where('fleetId', '=', args.fleetId);
  if (rule !== undefined) query = query.where(sql`question->'tested'->>'id'`, '=', rule);
  return newestFirst(query, { ...page, list: 'backtests', by: 'seq' });
}

/** Counts a fleet's unfinished back-tests that were requested since an instant. */
export async function countUnfinishedBacktests(
  db: Db,
  args: { readonly fleetId: string; readonly since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('backtests')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('fleetId', '=', args.fleetId)
    .where('state', 'in', UNFINISHED)
    .where('createdAt', '>=', args.since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Records that work on a back-test has begun, and its number of trips. Repeating the call after a restart changes nothing. */
export async function beginBacktest(
  db: Db,
  args: BacktestKey & { readonly tripsTotal: number; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('backtests')
    .set((row) => ({
      state: 'running',
      tripsTotal: args.tripsTotal,
      startedAt: row.fn.coalesce('startedAt', sql<Date>`${args.at}`),
    }))
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .where('state', 'in', UNFINISHED)
    .execute();
}

/**
 * Ends a back-test and removes its intermediate findings. Does nothing if it has ended already.
 * @returns whether this call ended the back-test
 */
export async function endBacktest(
  db: Db,
  args: BacktestKey & {
    readonly state: 'done' | 'failed' | 'cancelled';
    readonly result?: BacktestResult;
    readonly error?: string;
    readonly at: Date;
  },
): Promise<boolean> {
  const ended = await db
    .updateTable('backtests')
    .set({
      state: args.state,
      finishedAt: args.at,
      error: args.error ?? null,
      ...(args.result ? { result: json(args.result) } : {}),
    })
    .where('fleetId', '=', args.fleetId)
    .where('id', '=', args.id)
    .where('state', 'in', UNFINISHED)
    .returning('id')
    .executeTakeFirst();
  await db
    .deleteFrom('backtestParts')
    .where('fleetId', '=', args.fleetId)
    .where('backtestId', '=', args.id)
    .execute();
  return ended !== undefined;
}
