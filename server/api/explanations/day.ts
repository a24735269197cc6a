import type { DayToExplain, TripToExplain } from '../../../messages/explanations/index.ts';
import { shownReceiver } from '../../../messages/format/index.ts';
import { addDays, firstInstantFrom, utcDate } from '../../../rules/time/index.ts';
import { listAlerts, unsuppressedOf } from '../../../store/alerts/index.ts';
import type { Db } from '../../../store/db/index.ts';
import { isInOutbox, listDeliveries } from '../../../store/deliveries/index.ts';
import type { Delivery } from '../../../store/deliveries/index.ts';
import { getDocument } from '../../../store/documents/index.ts';
import { countUnreceived } from '../../../store/reconcile/index.ts';
import { arrivalsOfDriver, latestRuleDecision, listTrips } from '../../../store/trips/index.ts';
import type { TripRow } from '../../../store/trips/index.ts';
import { given } from '../http/index.ts';

/** Maximum number of trips of one day that are explained: the latest ones. */
export const MOST_TRIPS = 50;
/** Maximum number of messages of one alert that an explanation lists. */
const MOST_DELIVERIES = 50;

/** A driver, a rule and a day of the fleet. */
export interface RuleDay {
  readonly fleetId: string;
  readonly driverId: string;
  /** `YYYY-MM-DD` in `timezone`. */
  readonly date: string;
  readonly rule: string;
  readonly timezone: string;
}

/** Returns the stored data of the day, with its trips. */
export async function dayOf(
  db: Db,
  { fleetId, driverId, date, rule, timezone }: RuleDay,
): Promise<{ readonly day: DayToExplain; readonly rows: readonly TripRow[] }> {
  const from = firstInstantFrom({ date, minutes: 0 }, timezone);
  const to = firstInstantFrom({ date: addDays(date, 1), minutes: 0 }, timezone);
  const listed = await listTrips(db, { fleetId, driverId, from, to, limit: MOST_TRIPS });
  const document = await getDocument(db, { fleetId, kind: 'rule', id: rule });
  const trips: TripToExplain[] = [];
  for (const row of listed.items) trips.push(await tripOf(db, row, rule));
  const mode = document?.published?.['mode'];
  const day: DayToExplain = {
    driver: driverId,
    date,
    rule: {
      ...(document?.publishedAt && { publishedAt: document.publishedAt.toISOString() }),
      ...(mode === 'off' || mode === 'shadow' || mode === 'live' ? { mode } : {}),
    },
    trips,
    hasMore: listed.nextCursor !== undefined,
    ...(trips.length === 0 && { arrivals: await arrivalsOn(db, { fleetId, driverId, from, to }) }),
  };
  return { day, rows: listed.items };
}

async function arrivalsOn(
  db: Db,
  of: { readonly fleetId: string; readonly driverId: string; readonly from: Date; readonly to: Date },
): Promise<NonNullable<DayToExplain['arrivals']>> {
  // The service assigns a trip to the UTC date on which the trip began.
  const [fromDate, toDate] = [utcDate(of.from.getTime()), utcDate(of.to.getTime() - 1)];
  const listed = await countUnreceived(db, { ...of, fromDate, toDate });
  const { ofDriver, ofFleet } = await arrivalsOfDriver(db, of);
  return { listed, webhooksOfDriver: ofDriver, webhooksOfFleet: ofFleet };
}

async function tripOf(db: Db, row: TripRow, rule: string): Promise<TripToExplain> {
  const key = { fleetId: row.fleetId, driverId: row.driverId, tripId: row.tripId, rule };
  const [decision, alerts, deliveries] = await Promise.all([
    latestRuleDecision(db, key),
    listAlerts(db, { ...key, limit: 1 }),
    listDeliveries(db, { ...key, limit: MOST_DELIVERIES }),
  ]);
  const [alert] = alerts.items;
  return {
    tripId: row.tripId,
    state: row.state,
    revision: row.revision,
    ...(row.stateReason !== null && { reason: row.stateReason }),
    ...(row.receivedFrom && { receivedFrom: row.receivedFrom }),
    ...(decision && { decision }),
    ...(alert && {
      alert: {
        state: alert.state,
        ...given({ reason: alert.reason, detail: alert.detail, unsuppressed: unsuppressedOf(alert) }),
      },
    }),
    // Pages of an incident and summaries of a budget also name the rule, but belong to no alert.
    deliveries: deliveries.items
      .filter(({ kind }) => kind === 'alert' || kind === 'coaching')
      .reverse()
      .map(deliveryOf),
  };
}

function deliveryOf(row: Delivery): TripToExplain['deliveries'][number] {
  return {
    action: row.action,
    receiver: shownReceiver(row),
    state: row.state,
    inOutbox: isInOutbox(row),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.releaseAt && { releaseAt: row.releaseAt.toISOString() }),
  };
}
