import type { DigestPeriod } from '../rules/digestPeriod.ts';
import type { JsonObject } from '../rules/trip.ts';
import { json } from './json.ts';
import type { Db } from './schema.ts';
import type { DigestRunState } from './tables/digests.ts';

/** Names a scheduled run: there is one a period. `periodTo` is its last date. */
export interface ScheduledRunKey {
  readonly fleetId: string;
  readonly digestId: string;
  readonly periodTo: string;
}

/** A run as far as it goes. */
export interface RunState {
  readonly id: string;
  readonly state: DigestRunState;
}

/** The scheduled run of a period; undefined when none was opened. */
export async function scheduledRun(db: Db, key: ScheduledRunKey): Promise<RunState | undefined> {
  const { fleetId, digestId, periodTo } = key;
  return db
    .selectFrom('digestRuns')
    .select(['id', 'state'])
    .where((row) => row.and({ fleetId, digestId, periodTo, origin: 'scheduled' }))
    .executeTakeFirst();
}

/** Opens the scheduled run of a period. @returns it, or the one that is there */
export async function openScheduledRun(
  db: Db,
  args: ScheduledRunKey & {
    readonly version: number;
    readonly period: DigestPeriod;
    readonly document: JsonObject;
    readonly at: Date;
  },
): Promise<RunState> {
  const { fleetId, digestId, version, period } = args;
  const opened = await db
    .insertInto('digestRuns')
    .values({
      ...{ fleetId, digestId, version, period: period.kind, origin: 'scheduled', state: 'gathering' },
      ...{ periodFrom: period.now.from, periodTo: period.now.to },
      ...{ beforeFrom: period.before.from, beforeTo: period.before.to },
      ...{ document: json(args.document), createdAt: args.at },
    })
    .onConflict((conflict) =>
      conflict.columns(['fleetId', 'digestId', 'periodTo']).where('origin', '=', 'scheduled').doNothing(),
    )
    .returning(['id', 'state'])
    .executeTakeFirst();
  const run = opened ?? (await scheduledRun(db, args));
  if (!run) throw new Error(`The run of digest "${digestId}" for ${args.periodTo} was removed just now.`);
  return run;
}
