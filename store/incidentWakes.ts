import type { Db } from './schema.ts';

/** An incident whose workflow has to hear of a change. */
export interface IncidentToWake {
  readonly fleetId: string;
  readonly id: string;
  /** The newest change that was there when it was read. */
  readonly changes: number;
}

/** The incident, when its workflow has not heard of its newest change yet. */
export async function incidentToWake(
  db: Db,
  args: { readonly fleetId: string; readonly id: string },
): Promise<IncidentToWake | undefined> {
  return db
    .selectFrom('incidents')
    .select(['fleetId', 'id', 'changes'])
    .where((row) => row.and({ fleetId: args.fleetId, id: args.id }))
    .where('wakeAt', 'is not', null)
    .executeTakeFirst();
}

/** Incidents, the one that has waited longest first, whose workflows have not heard of a change made before a moment. */
export async function incidentsToWake(
  db: Db,
  args: { readonly before: Date; readonly limit: number },
): Promise<IncidentToWake[]> {
  return db
    .selectFrom('incidents')
    .select(['fleetId', 'id', 'changes'])
    .where('wakeAt', '<=', args.before)
    .orderBy('wakeAt')
    .limit(args.limit)
    .execute();
}

/** Notes that a workflow was told of what had changed until then; what changed since, it still has to hear of. */
export async function incidentWoken(db: Db, { fleetId, id, changes }: IncidentToWake): Promise<void> {
  await db
    .updateTable('incidents')
    .set({ wakeAt: null })
    .where((row) => row.and({ fleetId, id, changes }))
    .execute();
}
