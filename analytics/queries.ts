import type { Address } from './address.ts';
import { HALF_CHARACTER, isWellFormed, refusedListItem } from './address.ts';

/** Range of UTC dates, `YYYY-MM-DD`, both included. Without it, the service uses its default, the last week. */
interface RangeQuery {
  readonly startDate?: string;
  readonly endDate?: string;
}

/** Position and size of a page. Live services accept a `limit` of 1 to 50 (10 if omitted) and an `offset` from 0. */
export interface PageQuery {
  readonly limit?: number;
  readonly offset?: number;
}

/** Sort order: by a type of score or an info field. Without it, lists are unsorted. */
interface OrderQuery {
  readonly orderBy?: string;
  readonly orderType?: 'asc' | 'desc';
}

/** Sections of a score. */
type ScoreSection = 'info' | 'driving_behavior' | 'daily_driving_behavior';
/** Sections of a trip. */
export type TripSection = 'info' | 'simple_path' | 'driving_behavior' | 'speed_profile' | 'events';

/** All sections of a trip. Without `fields`, GET trip omits the events, so that a collision rule would never match. */
export const ALL_TRIP_SECTIONS: readonly TripSection[] = [
  'info',
  'simple_path',
  'driving_behavior',
  'speed_profile',
  'events',
];

export interface ScoreQuery extends RangeQuery {
  readonly fields?: readonly ScoreSection[];
}
export interface FleetScoreQuery extends ScoreQuery {
  readonly groupId?: string;
}
/** Query of the drivers list. With `ids`, the service ignores `groupId` and also returns inactive drivers. */
export interface DriversQuery extends FleetScoreQuery, PageQuery, OrderQuery {
  readonly ids?: readonly string[];
}
export interface SessionsQuery extends RangeQuery, PageQuery {}
export interface DriverTripsQuery extends RangeQuery, PageQuery, OrderQuery {
  readonly fields?: readonly ('info' | 'driving_behavior')[];
  readonly sessionIds?: readonly string[];
  readonly trackingIds?: readonly string[];
}

/** Parameters of all endpoints together. */
export interface AnyQuery extends RangeQuery, PageQuery, OrderQuery {
  readonly fields?: readonly string[];
  readonly ids?: readonly string[];
  readonly groupId?: string;
  readonly sessionIds?: readonly string[];
  readonly trackingIds?: readonly string[];
}

/** Query parameters as they are sent, or the reason why they cannot be sent. */
export type WireQuery = { readonly query: Address['query'] } | { readonly refused: string };

/** Converts a query into the service's parameter names. */
export function wireQuery(query: AnyQuery): WireQuery {
  const lists = { ids: query.ids, session_ids: query.sessionIds, tracking_ids: query.trackingIds };
  for (const [name, items] of Object.entries(lists)) {
    const mistake = items?.map(refusedListItem).find((found) => found !== undefined);
    if (mistake) return { refused: `an id in ${name} ${mistake}` };
  }
  // Refuses a blank group, because the service would return the whole fleet.
  if (query.groupId?.trim() === '') return { refused: 'group_id is blank' };
  const wire = {
    start_date: query.startDate,
    end_date: query.endDate,
    fields: query.fields?.join(','),
    ids: query.ids?.join(','),
    group_id: query.groupId,
    session_ids: query.sessionIds?.join(','),
    tracking_ids: query.trackingIds?.join(','),
    limit: query.limit?.toString(),
    offset: query.offset?.toString(),
    order_by: query.orderBy,
    order_type: query.orderType,
  };
  const broken = Object.entries(wire).find(([, value]) => value !== undefined && !isWellFormed(value));
  return broken ? { refused: `${broken[0]} ${HALF_CHARACTER}` } : { query: wire };
}
