import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { getRow, inTransaction, newestFirst, recordAudit } from '../db/index.ts';
import type { Db, Listed, Page } from '../db/index.ts';
import type { SilencesTable } from '../tables/index.ts';

/** A silence: it stops alerts for a time, and has a reason, an author and an end. */
export type Silence = Selectable<SilencesTable>;

/**
 * The alerts that a silence covers. Without a field, the silence covers all values of that field. Alerts of critical rules are
 * covered only if `rules` names the rule.
 */
export interface SilenceScope {
  readonly rules?: readonly string[];
  readonly drivers?: readonly string[];
  readonly groups?: readonly string[];
}

/** Returns the end of a silence, past or future: the planned end, or an earlier one if a person ended the silence. */
export function endOf(silence: Pick<Silence, 'until' | 'endedAt'>): Date {
  return silence.endedAt !== null && silence.endedAt < silence.until ? silence.endedAt : silence.until;
}

/**
 * Creates a silence that applies at once, with an entry in the audit log.
 * @returns undefined when the fleet has, or had, a silence with this id
 */
export async function createSilence(
  db: Db,
  args: SilenceScope & {
    readonly fleetId: string;
    readonly id: string;
    readonly reason: string;
    readonly until: Date;
    readonly who: string;
    /** The person named in the request, in addition to the token's name (`who`). */
    readonly by?: string;
    readonly at: Date;
  },
): Promise<Silence | undefined> {
  const { fleetId, id, reason, until, who, at } = args;
  const scope = { rules: listed(args.rules), drivers: listed(args.drivers), groups: listed(args.groups) };
  return inTransaction(db, async (tx) => {
    const row = await tx
      .insertInto('silences')
      .values({ fleetId, id, reason, until, ...scope, createdAt: at, createdBy: who })
      .onConflict((conflict) => conflict.columns(['fleetId', 'id']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row)
      await recordAudit(tx, {
        fleetId,
        at,
        who,
        action: 'silence.created',
        subjectType: 'silence',
        subjectId: id,
        why: reason,
        ...(args.by !== undefined && { by: args.by }),
        details: { until: until.toISOString(), ...scope },
      });
    return row;
  });
}

/**
 * Ends a silence early, with an entry in the audit log. A silence that has ended already stays unchanged.
 * @returns the silence, or undefined if the fleet has none with this id
 */
export async function endSilence(
  db: Db,
  args: {
    readonly fleetId: string;
    readonly id: string;
    readonly who: string;
    readonly by?: string;
    readonly why?: string;
    readonly at: Date;
  },
): Promise<Silence | undefined> {
  const { fleetId, id, who, why, at } = args;
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .updateTable('silences')
      .set({ endedAt: at, endedBy: who, endedWhy: why ?? null })
      .where((row) => row.and({ fleetId, id }))
      .where('until', '>', at)
      .where('endedAt', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!ended) return getSilence(tx, { fleetId, id });
    await recordAudit(tx, {
      fleetId,
      at,
      who,
      action: 'silence.ended',
      subjectType: 'silence',
      subjectId: id,
      ...(args.by !== undefined && { by: args.by }),
      ...(why !== undefined && { why }),
    });
    return ended;
  });
}

/** Returns one silence, or undefined if it is not stored. */
export function getSilence(
  db: Db,
  key: { readonly fleetId: string; readonly id: string },
): Promise<Silence | undefined> {
  return getRow(db, 'silences', key);
}

/**
 * Lists silences, newest first.
 * @param args.activeAt lists only silences that are active at this instant
 */
export async function listSilences(
  db: Db,
  args: Page & { readonly fleetId: string; readonly activeAt?: Date },
): Promise<Listed<Silence>> {
  let query = db.selectFrom('silences').selectAll().where('fleetId', '=', args.fleetId);
  if (args.activeAt !== undefined)
    query = query
      .where('until', '>', args.activeAt)
      .where('createdAt', '<=', args.activeAt)
      .where((row) => row.or([row('endedAt', 'is', null), row('endedAt', '>', args.activeAt!)]));
  return newestFirst(query, { ...args, list: 'silences', by: 'seq' });
}

/** A silence and the time in which it applies, in the form that the admission of alerts uses. */
export interface SilencePeriod extends SilenceScope {
  readonly id: string;
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Returns the silences that apply at any moment of a period, oldest first. `from` and `to` are inclusive and may be equal. */
export async function silencesBetween(
  db: Db,
  args: { readonly fleetId: string; readonly from: Date; readonly to: Date },
): Promise<SilencePeriod[]> {
  const rows = await db
    .selectFrom('silences')
    .selectAll()
    .where('fleetId', '=', args.fleetId)
    .where('createdAt', '<=', args.to)
    .where('until', '>', args.from)
    .where(sql<boolean>`coalesce(ended_at > ${args.from}, true)`)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    from: row.createdAt,
    to: endOf(row),
    ...(row.rules && { rules: row.rules }),
    ...(row.drivers && { drivers: row.drivers }),
    ...(row.groups && { groups: row.groups }),
  }));
}

/** Number of one rule's alerts that were sent or are held. */
export interface RuleAlerts {
  readonly rule: string;
  readonly alerts: number;
}

/**
 * Counts, by rule, the alerts since an instant that a silence with this scope would have stopped, the largest number first.
 * Applies the same conditions as `silenceFor`.
 */
export async function alertsUnder(
  db: Db,
  args: SilenceScope & { readonly fleetId: string; readonly since: Date },
): Promise<RuleAlerts[]> {
  const [rules, drivers, groups] = [listed(args.rules), listed(args.drivers), listed(args.groups)];
  const { rows } = await sql<RuleAlerts>`
    select rule, count(*)::int as alerts from alerts
    where fleet_id = ${args.fleetId} and at >= ${args.since} and state in ('raised', 'held') and not in_shadow
      and ${rules ? sql`rule = any(${rules})` : sql`severity <> 'critical'`}
      ${drivers ? sql`and driver_id = any(${drivers})` : sql``}
      ${groups ? sql`and groups && ${groups}::text[]` : sql``}
    group by rule order by alerts desc, rule collate "C"`.execute(db);
  return rows;
}

function listed(values: readonly string[] | undefined): string[] | null {
  return values === undefined || values.length === 0 ? null : [...values];
}
