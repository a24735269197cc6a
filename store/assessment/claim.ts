import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { markOfFleet } from '../documents/index.ts';
import { areTombstoned } from '../trips/index.ts';
import type { Db } from '../db/index.ts';
import type { NotificationSource, TripKey, TripState } from '../tables/index.ts';

/** The published documents and silences that apply to a fleet's trips at a given moment. */
export interface FleetMoment {
  /** Mark (version stamp) of the published documents, for `fleetDocuments`. Undefined if nothing was ever published. */
  readonly mark: string | undefined;
  /** Whether an active silence names groups, so that each driver's groups have to be looked up. */
  readonly isSilencedByGroup: boolean;
}

/** The stored state of a trip, new or known, with what applies to its fleet at this moment. */
export interface ClaimedTrip extends FleetMoment {
  readonly state: TripState;
  /** The trip's revision. 0 until the trip was decided for the first time. */
  readonly revision: number;
  /** Time at which the trip's first notification was received. */
  readonly receivedAt: Date;
}

/** Reads the mark of the documents that apply to a fleet's trips now, and whether a silence by group is active. */
export async function fleetMoment(
  db: Db,
  args: { readonly fleetId: string; readonly at: Date },
): Promise<FleetMoment> {
  const { rows } = await sql<MomentRow>`select ${momentColumns(args)}`.execute(db);
  return momentOf(rows[0]!);
}

/**
 * Stores a notification, and stores its trip or reads the trip's stored state, all in one statement. A repeated call changes
 * nothing, because a notification is stored once per workflow and time of receipt.
 * @param args.receivedAt time of receipt. A trip received before its driver was erased is treated as driven before the erasure.
 * @returns `forgotten` if the trip or its driver was erased. Nothing is stored then, and no work on the trip may begin.
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
  // Another attempt has stored the trip after this statement began, so the statement could not see the trip.
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
