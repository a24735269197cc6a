import type { BacktestPart } from '../../rules/backtests/index.ts';
import { inTransaction, json } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { BacktestKey } from './backtests.ts';

/** Progress of a back-test: the number of the next part, and the last driver that is finished. */
export interface BacktestPosition {
  readonly part: number;
  readonly afterDriverId?: string;
  readonly tripsDone: number;
}

/** Returns the position after the last stored part. */
export async function backtestPosition(db: Db, key: BacktestKey): Promise<BacktestPosition> {
  const [last, sum] = await Promise.all([
    db
      .selectFrom('backtestParts')
      .select(['part', 'lastDriverId'])
      .where('fleetId', '=', key.fleetId)
      .where('backtestId', '=', key.id)
      .orderBy('part', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('backtestParts')
      .select((row) => row.fn.sum<string | null>('trips').as('trips'))
      .where('fleetId', '=', key.fleetId)
      .where('backtestId', '=', key.id)
      .executeTakeFirstOrThrow(),
  ]);
  if (!last) return { part: 0, tripsDone: 0 };
  return { part: last.part + 1, afterDriverId: last.lastDriverId, tripsDone: Number(sum.trips ?? 0) };
}

/**
 * Stores the findings about some drivers' trips as one part, and updates the progress of the back-test.
 * @returns false if this part is stored already or the back-test has ended. The caller must then stop.
 */
export async function keepBacktestPart(
  db: Db,
  args: BacktestKey & {
    readonly part: number;
    readonly lastDriverId: string;
    readonly trips: number;
    readonly found: BacktestPart;
  },
): Promise<boolean> {
  const { fleetId, id } = args;
  return inTransaction(db, async (tx) => {
    const running = await tx
      .selectFrom('backtests')
      .select('state')
      .where('fleetId', '=', fleetId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (running?.state !== 'running') return false;
    const stored = await tx
      .insertInto('backtestParts')
      .values({
        fleetId,
        backtestId: id,
        part: args.part,
        lastDriverId: args.lastDriverId,
        trips: args.trips,
        found: json(args.found),
      })
      .onConflict((conflict) => conflict.columns(['fleetId', 'backtestId', 'part']).doNothing())
      .returning('part')
      .executeTakeFirst();
    if (!stored) return false;
    await tx
      .updateTable('backtests')
      .set((row) => ({ tripsDone: row('tripsDone', '+', args.trips) }))
      .where('fleetId', '=', fleetId)
      .where('id', '=', id)
      .execute();
    return true;
  });
}

/** Returns the findings of all stored parts, in order. */
export async function backtestParts(db: Db, key: BacktestKey): Promise<BacktestPart[]> {
  const rows = await db
    .selectFrom('backtestParts')
    .select('found')
    .where('fleetId', '=', key.fleetId)
    .where('backtestId', '=', key.id)
    .orderBy('part')
    .execute();
  return rows.map((row) => row.found);
}
