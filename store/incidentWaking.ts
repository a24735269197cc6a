import type { Incident, IncidentKey } from './incidents.ts';
import type { Db } from './schema.ts';

/** An incident is looked after by its workflow; one that is so much behind may have none any more. */
const OVERDUE_MS = 60_000;

/**
 * Incidents whose workflow has to hear of a change that it was not told of, that missed the time of their next step, or
 * that have a message which is still not out, of all fleets, the longest waiting first.
 */
export async function incidentsToWake(
  db: Db,
  args: { readonly before: Date; readonly limit: number },
): Promise<Pick<Incident, 'fleetId' | 'id' | 'wakeAt'>[]> {
  const waiting = await db
    .selectFrom('incidents')
    .select(['fleetId', 'id', 'wakeAt'])
    .where('wakeAt', '<=', args.before)
    .orderBy('wakeAt')
    .limit(args.limit)
    .execute();
  if (waiting.length === args.limit) return waiting;
  const overdue = await db
    .selectFrom('incidents')
    .select(['fleetId', 'id', 'wakeAt'])
    .where('dueAt', '<=', new Date(args.before.getTime() - OVERDUE_MS))
    .where('wakeAt', 'is', null)
    .orderBy('dueAt')
    .limit(args.limit - waiting.length)
    .execute();
  const found = [...waiting, ...overdue];
  if (found.length === args.limit) return found;
  return [...found, ...(await withUnsent(db, { ...args, limit: args.limit - found.length }))];
}

/** Those with a message that is not out though its time was long ago; what is found for another reason is left to that. */
async function withUnsent(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<Pick<Incident, 'fleetId' | 'id' | 'wakeAt'>[]> {
  const long = new Date(before.getTime() - OVERDUE_MS);
  return db
    .selectFrom('incidents')
    .select(['fleetId', 'id', 'wakeAt'])
    .where('wakeAt', 'is', null)
    .where((row) => row.or([row('dueAt', 'is', null), row('dueAt', '>', long)]))
    .where('id', 'in', (row) =>
      row
        .selectFrom('deliveries')
        .select((each) => each.ref('incidentId').$notNull().as('incidentId'))
        .where('incidentId', 'is not', null)
        .where('state', '=', 'pending')
        .where('plannedAt', '<=', long),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Notes that the workflow was told of a change; one made meanwhile keeps its own mark. */
export async function noteWoken(db: Db, of: IncidentKey & { readonly wakeAt: Date | null }): Promise<void> {
  if (of.wakeAt === null) return;
  await db
    .updateTable('incidents')
    .set({ wakeAt: null })
    .where((row) => row.and({ fleetId: of.fleetId, id: of.id, wakeAt: of.wakeAt }))
    .execute();
}
