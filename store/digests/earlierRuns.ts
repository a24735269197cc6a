import { sql } from 'kysely';
import { jsonb } from '../db/index.ts';
import type { Db } from '../db/index.ts';
import type { DigestRunFacts } from './runs.ts';

/** Selects earlier runs of a digest about the same groups, by the last dates of their periods. */
export interface EarlierRuns extends Pick<DigestRunFacts, 'fleetId' | 'digestId' | 'period'> {
  readonly lastDates: readonly string[];
  /** Null means the whole fleet. */
  readonly groups: readonly string[] | null;
}

/** Selects, for each of the last dates, the newest run whose content was composed. Excludes previews. */
function newest({ fleetId, digestId, period, lastDates, groups }: EarlierRuns) {
  return sql`
    select distinct on (period_to) id, period_to, content from digest_runs
    where fleet_id = ${fleetId} and digest_id = ${digestId} and period = ${period} and origin <> 'preview'
      and period_to = any(${[...lastDates]}::text[]) and content is not null
      and content -> 'groups' = ${groups === null ? sql`'null'::jsonb` : jsonb(groups)}
    order by period_to, id desc`;
}

/** Returns the events per 100 km that earlier digests showed, by the last date of the period, then by event type. */
export async function earlierEventRates(
  db: Db,
  runs: EarlierRuns,
): Promise<ReadonlyMap<string, Readonly<Record<string, number | null>>>> {
  const { rows } = await sql<{ periodTo: string; rates: Record<string, number | null> }>`
    select run.period_to, jsonb_object_agg(event ->> 'eventType', event -> 'per100Km' -> 'value') as rates
    from (${newest(runs)}) as run, jsonb_array_elements(run.content -> 'driving' -> 'events') as event
    where jsonb_typeof(run.content -> 'driving' -> 'events') = 'array' and event ->> 'eventType' is not null
    group by 1`.execute(db);
  return new Map(rows.map(({ periodTo, rates }) => [periodTo, rates]));
}

/** Returns the scores of some drivers that earlier runs read, by driver id, then by the last date of the period. */
export async function earlierDriverScores(
  db: Db,
  args: EarlierRuns & { readonly driverIds: readonly string[] },
): Promise<ReadonlyMap<string, Readonly<Record<string, number | null>>>> {
  const { rows } = await sql<{ driverId: string; scores: Record<string, number | null> }>`
    select driver_id, jsonb_object_agg(run.period_to, score) as scores
    from (${newest(args)}) as run join digest_drivers kept
      on kept.fleet_id = ${args.fleetId} and kept.run_id = run.id and kept.range = 'now'
        and kept.driver_id = any(${[...args.driverIds]}::text[])
    group by 1`.execute(db);
  return new Map(rows.map(({ driverId, scores }) => [driverId, scores]));
}
