import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { CHANNEL_ALARMS } from '../../rules/channels/index.ts';
import type { Channel, ChannelAlarm } from '../../rules/channels/index.ts';
import { inTransaction, latestFirst, recordAudit, requestTemporal } from '../db/index.ts';
import type { Db, Listed, Page, RequestKey, Tx } from '../db/index.ts';
import type { AlarmDetails, FleetAlarmsTable } from '../tables/index.ts';

/**
 * An alarm: a lasting fault of a fleet's connection or work. People are notified once when it begins, not for every trip it
 * affects.
 */
export type Alarm = Selectable<FleetAlarmsTable>;

/** Every kind of alarm. docs/troubleshoot.md has an entry for each: what it means, what to check, what to do. */
export const ALARM_KINDS = [
  'analytics_unauthorised',
  'analytics_unavailable',
  'analytics_invalid',
  'analytics_trips_missing',
  'groups_unread',
  'notifications_quiet',
  'device_clocks',
  ...(Object.keys(CHANNEL_ALARMS) as ChannelAlarm[]),
  'work_failing',
  'build_without_worker',
  'deletions_stopped',
  'escalation_policy',
  'escalation_receivers',
  'incident_unanswered',
  'recipients',
] as const;

/** A kind of alarm: an entry of `ALARM_KINDS`. */
type AlarmKind = (typeof ALARM_KINDS)[number];

/** Key of an alarm: fleet and kind, plus a `subject` for kinds that can have several open alarms in one fleet. */
export interface AlarmKey {
  readonly fleetId: string;
  readonly kind: AlarmKind;
  readonly subject?: string;
}

/**
 * Minimum milliseconds between two writes of an open alarm's `lastSeenAt`. Without it, every trip of an outage would write the
 * row.
 */
const SEEN_EVERY_MS = 10_000;

/**
 * Raises an alarm, or updates the alarm if it is open.
 * @returns true for the one call that raised the alarm. That call also requests the notification.
 */
export async function raiseAlarm(
  db: Db,
  args: AlarmKey & { readonly message: string; readonly details?: AlarmDetails; readonly at: Date },
): Promise<boolean> {
  const { fleetId, kind, message, details = {}, at } = args;
  const subject = args.subject ?? '';
  const open = await db
    .selectFrom('fleetAlarms')
    .select('lastSeenAt')
    .where((row) => row.and({ fleetId, kind, subject }))
    .where('resolvedAt', 'is', null)
    .executeTakeFirst();
  if (open && at.getTime() - open.lastSeenAt.getTime() < SEEN_EVERY_MS) return false;
  return inTransaction(db, async (tx) => {
    const raised = await tx
      .insertInto('fleetAlarms')
      .values({ fleetId, kind, subject, message, details, raisedAt: at, lastSeenAt: at })
      .onConflict((conflict) =>
        conflict
          .columns(['fleetId', 'kind', 'subject'])
          .doUpdateSet({ message, details, raisedAt: at, lastSeenAt: at, resolvedAt: null })
          .where('fleetAlarms.resolvedAt', 'is not', null),
      )
      .returning('kind')
      .executeTakeFirst();
    if (raised === undefined) {
      await tx
        .updateTable('fleetAlarms')
        .set({ lastSeenAt: at, message, details })
        .where((row) => row.and({ fleetId, kind, subject }))
        .where('lastSeenAt', '<', at)
        .execute();
      return false;
    }
    await requestNotification(tx, { fleetId, kind, subject, at });
    await auditAlarm(tx, { fleetId, kind, subject, at, what: 'raised', why: message });
    return true;
  });
}

/** Updates `lastSeenAt` of an open alarm because its fault occurred again. Does nothing if the alarm is not open. */
export async function seeAlarm(db: Db, args: AlarmKey & { readonly at: Date }): Promise<void> {
  const { fleetId, kind, at } = args;
  await db
    .updateTable('fleetAlarms')
    .set({ lastSeenAt: at })
    .where((row) => row.and({ fleetId, kind, subject: args.subject ?? '' }))
    .where('resolvedAt', 'is', null)
    .where('lastSeenAt', '<', new Date(at.getTime() - SEEN_EVERY_MS))
    .execute();
}

/** Returns an alarm, open or resolved, or undefined if it was never raised. */
export async function getAlarm(db: Db, args: AlarmKey): Promise<Alarm | undefined> {
  return db
    .selectFrom('fleetAlarms')
    .selectAll()
    .where((row) => row.and({ fleetId: args.fleetId, kind: args.kind, subject: args.subject ?? '' }))
    .executeTakeFirst();
}

/** Returns the alarm if it is open, otherwise undefined. */
export async function openAlarm(db: Db, args: AlarmKey): Promise<Alarm | undefined> {
  const alarm = await getAlarm(db, args);
  return alarm?.resolvedAt === null ? alarm : undefined;
}

/**
 * Resolves an open alarm.
 * @param args.unseenSince leaves the alarm open if its fault was last seen after this time
 * @returns whether this call resolved the alarm
 */
export async function resolveAlarm(
  db: Db,
  args: AlarmKey & { readonly at: Date; readonly unseenSince?: Date },
): Promise<boolean> {
  const { fleetId, kind, at } = args;
  const subject = args.subject ?? '';
  return inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('fleetAlarms')
      .set({ resolvedAt: at })
      .where((row) => row.and({ fleetId, kind, subject }))
      .where('resolvedAt', 'is', null)
      .where('lastSeenAt', '<=', args.unseenSince ?? at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await requestNotification(tx, { fleetId, kind, subject, at });
    await auditAlarm(tx, { fleetId, kind, subject, at, what: 'resolved' });
    return true;
  });
}

/** Resolves all open alarms of one kind in a fleet, whatever their subject. */
export async function resolveAlarms(
  db: Db,
  { at, ...about }: { readonly fleetId: string; readonly kind: AlarmKind; readonly at: Date },
): Promise<void> {
  const open = await db
    .selectFrom('fleetAlarms')
    .select('subject')
    .where((row) => row.and(about))
    .where('resolvedAt', 'is', null)
    .orderBy('subject')
    .execute();
  for (const { subject } of open) await resolveAlarm(db, { ...about, subject, at });
}

/** Returns at most 200 alarms of a fleet, the most recently raised first. Includes resolved alarms unless `openOnly` is true. */
export async function listAlarms(
  db: Db,
  args: { readonly fleetId: string; readonly openOnly?: boolean },
): Promise<Alarm[]> {
  let query = db.selectFrom('fleetAlarms').selectAll().where('fleetId', '=', args.fleetId);
  if (args.openOnly === true) query = query.where('resolvedAt', 'is', null);
  return query.orderBy('raisedAt', 'desc').limit(200).execute();
}

/** Returns one page of a fleet's alarms, the most recently raised first. */
export async function listAlarmPage(
  db: Db,
  args: Page & { readonly fleetId: string; readonly openOnly?: boolean },
): Promise<Listed<Alarm>> {
  let query = db.selectFrom('fleetAlarms').selectAll().where('fleetId', '=', args.fleetId);
  if (args.openOnly === true) query = query.where('resolvedAt', 'is', null);
  return latestFirst(query, { ...args, list: 'alarms', time: sql.ref<Date>('raised_at'), by: 'seq' });
}

/**
 * Returns the key of the alarm that a Temporal request of kind `notify_alarm` names in its subject (`kind/subject`).
 *
 * @throws Error when the subject names no known kind of alarm
 */
export function alarmOfRequest({ fleetId, subject }: Pick<RequestKey, 'fleetId' | 'subject'>): AlarmKey {
  const slash = subject.indexOf('/');
  const kind = ALARM_KINDS.find((known) => known === subject.slice(0, slash));
  if (!kind)
    throw new Error(`The request to notify people of the alarm '${subject}' names no kind of alarm.`);
  return { fleetId, kind, subject: subject.slice(slash + 1) };
}

async function requestNotification(tx: Tx, args: Required<AlarmKey> & { readonly at: Date }): Promise<void> {
  const { fleetId, kind, subject, at } = args;
  await requestTemporal(tx, [{ fleetId, kind: 'notify_alarm', subject: `${kind}/${subject}` }], { at });
}

async function auditAlarm(
  db: Db,
  args: {
    fleetId: string;
    kind: string;
    subject: string;
    at: Date;
    what: 'raised' | 'resolved';
    why?: string;
  },
): Promise<void> {
  await recordAudit(db, {
    fleetId: args.fleetId,
    at: args.at,
    who: 'tripline',
    action: `alarm.${args.what}`,
    subjectType: 'alarm',
    subjectId: args.subject === '' ? args.kind : `${args.kind}/${args.subject}`,
    ...(args.why === undefined ? {} : { why: args.why }),
  });
}

/** An alarm that is not resolved. */
export interface OpenAlarm {
  readonly fleetId: string;
  /** Distinguishes alarms of one kind: a host, for example, or a kind of work. */
  readonly subject: string;
}

/** Returns open alarms of a kind whose fault has not occurred since a given time. */
export async function unseenAlarms(
  db: Db,
  args: { readonly fleetIds: readonly string[]; readonly kind: string; readonly unseenSince: Date },
): Promise<OpenAlarm[]> {
  if (args.fleetIds.length === 0) return [];
  return db
    .selectFrom('fleetAlarms')
    .select(['fleetId', 'subject'])
    .where('fleetId', 'in', [...args.fleetIds])
    .where('kind', '=', args.kind)
    .where('resolvedAt', 'is', null)
    .where('lastSeenAt', '<=', args.unseenSince)
    .execute();
}

/** Returns the distinct receivers for which a fleet has pending deliveries over one channel. */
export async function awaitedReceivers(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly action: Channel;
    /** True to return only receivers that have refused at least one of these deliveries. */
    readonly refusedOnly: boolean;
  },
): Promise<string[]> {
  const { fleetId, action, refusedOnly } = args;
  let query = db
    .selectFrom('deliveries')
    .select('receiver')
    .distinct()
    .where((row) => row.and({ fleetId, action, state: 'pending' }));
  if (refusedOnly) query = query.where('refusals', '>', 0);
  const waiting = await query.execute();
  return waiting.map(({ receiver }) => receiver);
}
