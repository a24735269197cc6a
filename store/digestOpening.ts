import type { DigestPeriod } from '../rules/digestPeriod.ts';
import type { JsonObject } from '../rules/trip.ts';
import { inTransaction } from './database.ts';
import { json } from './json.ts';
import type { Db } from './schema.ts';
import type { DigestOrigin, DigestRunState } from './tables/digests.ts';

/** Names a scheduled run: there is one a period. `periodTo` is its last date, `kind` how long it is. */
export interface ScheduledRunKey {
  readonly fleetId: string;
  readonly digestId: string;
  readonly periodTo: string;
  readonly kind: DigestPeriod['kind'];
}

/** A run as far as it goes. */
export interface RunState {
  readonly id: string;
  readonly state: DigestRunState;
  readonly origin: DigestOrigin;
}

/** The scheduled run of a period; undefined when none was opened. */
async function scheduledRun(db: Db, key: ScheduledRunKey): Promise<RunState | undefined> {
  const { fleetId, digestId, periodTo, kind } = key;
  return db
    .selectFrom('digestRuns')
    .select(['id', 'state', 'origin'])
    .where((row) => row.and({ fleetId, digestId, periodTo, period: kind }))
    .where('origin', 'in', ['scheduled', 'rescheduled'])
    .executeTakeFirst();
}

/** Opens the scheduled run of a period. @returns it, or the one that is there */
export async function openScheduledRun(
  db: Db,
  args: Omit<ScheduledRunKey, 'kind'> & {
    readonly version: number;
    readonly period: DigestPeriod;
    readonly document: JsonObject;
    readonly at: Date;
  },
): Promise<RunState> {
  const { fleetId, digestId, periodTo, version, period } = args;
  const run = {
    ...{ fleetId, digestId, version, period: period.kind, state: 'gathering' as const },
    ...{ periodFrom: period.now.from, periodTo: period.now.to },
    ...{ beforeFrom: period.before.from, beforeTo: period.before.to },
    ...{ document: json(args.document), createdAt: args.at },
  };
  return inTransaction(db, async (tx) => {
    const opened = await tx
      .insertInto('digestRuns')
      .values({ ...run, origin: 'scheduled' })
      .onConflict((conflict) =>
        conflict.columns(['fleetId', 'digestId', 'periodTo']).where('origin', '=', 'scheduled').doNothing(),
      )
      .returning(['id', 'state', 'origin'])
      .executeTakeFirst();
    if (opened) return opened;
    // The one of this date that the index knows: whoever opens another beside it waits here.
    await tx
      .selectFrom('digestRuns')
      .select('id')
      .where((row) => row.and({ fleetId, digestId, periodTo, origin: 'scheduled' }))
      .forUpdate()
      .executeTakeFirst();
    const known = await scheduledRun(tx, { fleetId, digestId, periodTo, kind: period.kind });
    if (known) return known;
    return tx
      .insertInto('digestRuns')
      .values({ ...run, origin: 'rescheduled' })
      .returning(['id', 'state', 'origin'])
      .executeTakeFirstOrThrow();
  });
}
