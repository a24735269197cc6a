import { sql } from 'kysely';
import { isChannel } from '../../rules/channels/index.ts';
import type { IncidentState } from '../../rules/escalation/index.ts';
import type { PageReceiver, RecipientReason } from '../../rules/recipients/index.ts';
import { NOT_BEGUN, deliveryKeyFrom, insertPlanned } from '../deliveries/index.ts';
import type { Delivery } from '../deliveries/index.ts';
import { jsonbOrNull } from '../db/index.ts';
import type { Db, Tx } from '../db/index.ts';
import type { Incident, IncidentKey } from './incidents.ts';
import type { IncidentEventKind } from '../tables/index.ts';

/** Messages about an incident to be planned. `seq` is the timeline entry that they report. */
export interface PlannedMessages {
  readonly kind: 'incident_page' | 'incident_note';
  readonly seq: number;
  readonly receivers: readonly PageReceiver[];
  readonly at: Date;
}

/**
 * Plans the messages about an entry of an incident's timeline, one delivery per receiver. Existing deliveries stay unchanged.
 * They have the rule, trip and revision of the incident's own alert.
 */
export async function planIncidentMessages(tx: Tx, incident: Incident, it: PlannedMessages): Promise<void> {
  if (it.receivers.length === 0) return;
  const { fleetId, id: incidentId, driverId, tripId, rule, ruleVersion } = incident;
  const cause = await openingDelivery(tx, { fleetId, id: incidentId });
  await insertPlanned(
    tx,
    it.receivers.map(({ action, receiver, ...named }) => ({
      fleetId,
      driverId,
      tripId,
      kind: it.kind,
      rule,
      version: ruleVersion,
      action,
      receiver,
      incidentId,
      incidentSeq: it.seq,
      alertId: cause.alertId,
      actionIndex: cause.actionIndex,
      deliveryKey: incidentDeliveryKey(incident, { seq: it.seq, action, receiver }),
      revision: cause.revision,
      state: 'pending' as const,
      plannedAt: it.at,
      recipientReason: jsonbOrNull(reasonOf(named)),
    })),
  ).execute();
}

/** Returns the reason why a message is sent to a receiver. Undefined if the policy names the receiver itself. */
function reasonOf({
  because,
  person,
  rotation,
}: Omit<PageReceiver, 'action' | 'receiver'>): RecipientReason | undefined {
  if (because === undefined && rotation === undefined) return undefined;
  return {
    ...(because ?? { named: `rotation:${rotation}` }),
    ...(rotation !== undefined && { rotation }),
    ...(person !== undefined && { person }),
  };
}

function incidentDeliveryKey(
  { fleetId, id }: Incident,
  of: { readonly seq: number; readonly action: string; readonly receiver: string },
): string {
  return deliveryKeyFrom([fleetId, 'incident', id, String(of.seq), of.action, of.receiver]);
}

async function openingDelivery(
  tx: Tx,
  { fleetId, id }: IncidentKey,
): Promise<Pick<Delivery, 'alertId' | 'actionIndex' | 'revision'>> {
  return tx
    .selectFrom('incidentAlerts')
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.fleetId', '=', 'incidentAlerts.fleetId')
        .onRef('deliveries.id', '=', 'incidentAlerts.deliveryId'),
    )
    .select(['deliveries.alertId', 'deliveries.actionIndex', 'deliveries.revision'])
    .where('incidentAlerts.fleetId', '=', fleetId)
    .where('incidentAlerts.incidentId', '=', id)
    .orderBy('incidentAlerts.deliveryId')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** Returns an incident's pending messages, in the order in which they were planned. */
export async function pendingIncidentMessages(db: Db, { fleetId, id }: IncidentKey): Promise<Delivery[]> {
  return db
    .selectFrom('deliveries')
    .selectAll()
    .where((row) => row.and({ fleetId, incidentId: id, state: 'pending' }))
    .orderBy('id')
    .execute();
}

/**
 * A condition: a page is no longer needed, because its incident is resolved or acknowledged. A page about a reassignment is
 * needed until the incident is resolved.
 */
const NEEDLESS = sql<boolean>`(incidents.state = 'resolved' or (incidents.state = 'acknowledged' and not exists (
  select from incident_events
  where incident_events.fleet_id = deliveries.fleet_id and incident_events.incident_id = deliveries.incident_id
    and incident_events.seq = deliveries.incident_seq and incident_events.kind = 'reassigned')))`;

/** Returns the state of a page's incident if the page is no longer needed, otherwise undefined. */
export async function whyPageIsNeedless(
  db: Db,
  { fleetId, id }: Pick<Delivery, 'fleetId' | 'id'>,
): Promise<IncidentState | undefined> {
  const found = await db
    .selectFrom('deliveries')
    .innerJoin('incidents', (join) =>
      join
        .onRef('incidents.fleetId', '=', 'deliveries.fleetId')
        .onRef('incidents.id', '=', 'deliveries.incidentId'),
    )
    .select('incidents.state')
    .where((row) => row.and({ 'deliveries.fleetId': fleetId, 'deliveries.id': id }))
    .where('deliveries.kind', '=', 'incident_page')
    .where(NEEDLESS)
    .executeTakeFirst();
  return found?.state;
}

/**
 * Skips pages that are no longer needed, because the incident was answered before they were sent. Does not change pages that may
 * have been sent: the worker that is sending them records their outcome.
 * @returns the ids of the skipped pages
 */
export async function skipAnsweredPages(
  db: Db,
  args: IncidentKey & { readonly at: Date },
): Promise<readonly string[]> {
  const { fleetId, id, at } = args;
  const rows = await db
    .updateTable('deliveries')
    .from('incidents')
    .set((row) => {
      const reason = row.ref('incidents.state');
      return { state: 'skipped' as const, reason, settledAt: at, claimedAt: null };
    })
    .whereRef('incidents.fleetId', '=', 'deliveries.fleetId')
    .whereRef('incidents.id', '=', 'deliveries.incidentId')
    .where(NEEDLESS)
    .where('deliveries.fleetId', '=', fleetId)
    .where('deliveries.incidentId', '=', id)
    .where('deliveries.kind', '=', 'incident_page')
    .where('deliveries.state', '=', 'pending')
    .where(NOT_BEGUN)
    .returning('deliveries.id')
    .execute();
  return rows.map((row) => row.id);
}

/** A page to one receiver, and the timeline entry (`seq`) that it reported. */
export interface SentPage extends Pick<PageReceiver, 'action' | 'receiver'> {
  readonly seq: number;
}

/** Returns an incident's pages that were sent or may have been sent, oldest first. */
export async function sentPages(tx: Tx, { fleetId, id }: IncidentKey): Promise<SentPage[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .select(['action', 'receiver', 'incidentSeq'])
    .where((row) => row.and({ fleetId, incidentId: id, kind: 'incident_page' }))
    .where('state', 'in', ['sent', 'pending', 'unconfirmed'])
    .orderBy('id')
    .execute();
  return rows.flatMap(({ action, receiver, incidentSeq: seq }) =>
    seq !== null && isChannel(action) ? [{ action, receiver, seq }] : [],
  );
}

/** Returns the timeline entries of the given kinds for which no message is planned yet. */
export async function unannouncedEvents(
  tx: Tx,
  args: IncidentKey & { readonly kinds: readonly IncidentEventKind[] },
): Promise<{ readonly seq: number; readonly kind: IncidentEventKind; readonly at: Date }[]> {
  return tx
    .selectFrom('incidentEvents')
    .select(['seq', 'kind', 'at'])
    .where((row) => row.and({ fleetId: args.fleetId, incidentId: args.id }))
    .where('kind', 'in', [...args.kinds])
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.fleetId', '=', 'incidentEvents.fleetId')
            .whereRef('deliveries.incidentId', '=', 'incidentEvents.incidentId')
            .whereRef('deliveries.incidentSeq', '=', 'incidentEvents.seq')
            .where('deliveries.kind', '=', 'incident_note'),
        ),
      ),
    )
    .orderBy('seq')
    .execute();
}
