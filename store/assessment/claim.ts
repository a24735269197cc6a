import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { markOfFleet } from '../documents/index.ts';
import { areTombstoned } from '../trips/index.ts';
import type { Db } from '../db/index.ts';
import type { NotificationSource, TripKey, TripState } from '../tables/index.ts';

/** The documents' mark and the group silences by which a fleet's trips are decided at a moment. */
export interface FleetMoment {
  /** The mark of the published documents, for `fleetDocuments`; undefined if nothing was ever published. */
  readonly mark: string | undefined;
  /** Whether a silence about some groups is active, so that each driver's groups matter. */
  readonly isSilencedByGroup: boolean;
}

/** A trip that was made known, or was known, and the moment. */
export interface ClaimedTrip extends FleetMoment {
  readonly state: TripState;
  /** 0 until the trip was decided once. */
  readonly revision: number;
  /** Time of the first receipt. */
  readonly receivedAt: Date;
}

/** Reads the documents' mark and the group silences that apply to a fleet's trips now. */
export async function fleetMoment(
  db: Db,
  args: { readonly fleetId: string; readonly at: Date },
): Promise<FleetMoment> {
  const { rows } = await sql<MomentRow>`select ${momentColumns(args)}`.execute(db);
  return momentOf(rows[0]!);
}

/**
 * Stores a notification and makes its trip known, or finds its stored state, in one statement. A repeat changes nothing: a
 * notification of one workflow and time of arrival is stored once.
 * @param args.receivedAt time of receipt; a trip received before the driver was erased is treated as driven before
 * @returns `forgotten`: nothing of the trip may begin, and nothing was stored
 */
export async function noteAndClaim(
  db: Db,
  args: TripKey & {
    readonly workflowId: string;
    readonly source: NotificationSource;
    readonly receivedAt: Date;
    readonly version?: number | undefined;
    readonly at: Date;
  },
): Promise<ClaimedTrip | 'forgotten'> {
  const { fleetId, driverId, tripId, workflowId, source, receivedAt, at } = args;
  const trips = [{ tripId, endedAt: receivedAt }];
  const isOne = sql`fleet_id = ${fleetId} and driver_id = ${driverId} and trip_id = ${tripId}`;
  const { rows } = await sql<MomentRow & ClaimRow>`
    with forgotten as (${areTombstoned({ fleetId, driverId, trips })}),
    noted as (
      insert into notifications (fleet_id, driver_id, trip_id, type, version, received_at, source, workflow_id)
      select ${fleetId}, ${driverId}, ${tripId}, 'TRIP_SCORED', ${args.version ?? null}::double precision,
        ${receivedAt}::timestamptz, ${source}, ${workflowId}
      where not exists (select from forgotten)
      on conflict (fleet_id, workflow_id, received_at) where workflow_id is not null do nothing
    ),
    claimed as (
      insert into trips (fleet_id, driver_id, trip_id, state, workflow_id, first_received_at, received_from)
      select ${fleetId}, ${driverId}, ${tripId}, 'waiting', ${workflowId}, ${at}::timestamptz, ${source}
      where not exists (select from forgotten)
      on conflict (fleet_id, driver_id, trip_id) do nothing
      returning state, revision, first_received_at
    )
    select exists (select from forgotten) as is_tombstoned, known.state, known.revision, ${momentColumns(args)},
      least(known.first_received_at, ${receivedAt}::timestamptz,
        (select min(received_at) from notifications where ${isOne})) as received_at
    from (select) one left join (
      select state, revision, first_received_at from claimed
      union all
      select state, revision, first_received_at from trips where ${isOne}
    ) known on true`.execute(db);
  const { isTombstoned, state, revision, receivedAt: received, ...moment } = rows[0]!;
  if (isTombstoned) return 'forgotten';
  // Another attempt has stored the trip since this statement began, so that the statement could not see it.
  if (state === null) return noteAndClaim(db, args);
  return { state, revision: revision!, receivedAt: received, ...momentOf(moment) };
}

interface MomentRow {
  readonly mark: string | null;
  readonly isSilencedByGroup: boolean;
}

interface ClaimRow {
  readonly isTombstoned: boolean;
  readonly state: TripState | null;
  readonly revision: number | null;
  readonly receivedAt: Date;
}

function momentColumns({
  fleetId,
  at,
}: {
  readonly fleetId: string;
  readonly at: Date;
}): RawBuilder<unknown> {
  return sql`${markOfFleet(fleetId)} as mark, exists (
      select from silences where fleet_id = ${fleetId} and groups is not null
        and created_at <= ${at} and until > ${at} and coalesce(ended_at > ${at}, true)
    ) as is_silenced_by_group`;
}

function momentOf({ mark, isSilencedByGroup }: MomentRow): FleetMoment {
  return { mark: mark ?? undefined, isSilencedByGroup };
}
