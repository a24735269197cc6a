import type { Db } from '../db/index.ts';

/** An alarm that stands. */
export interface StandingAlarm {
  readonly fleetId: string;
  /** Of several of a kind, which: a host, or a kind of work. */
  readonly subject: string;
}

/** Alarms of a kind that stand although nothing has met their fault since a time. */
export async function unseenAlarms(
  db: Db,
  args: { readonly fleetIds: readonly string[]; readonly kind: string; readonly unseenSince: Date },
): Promise<StandingAlarm[]> {
  if (args.fleetIds.length === 0) return [];
  return db
    .selectFrom('fleetAlarms')
    .select(['fleetId', 'subject'])
    .where('fleetId', 'in', [...args.fleetIds])
    .where('kind', '=', args.kind)
    .where('clearedAt', 'is', null)
    .where('lastSeenAt', '<=', args.unseenSince)
    .execute();
}

/** Whom messages of a fleet wait for over one channel, each once: addresses. */
export async function awaitedReceivers(
  db: Db,
  args: { readonly fleetId: string; readonly action: 'email' | 'webhook' },
): Promise<string[]> {
  const { fleetId, action } = args;
  const waiting = await db
    .selectFrom('deliveries')
    .select('receiver')
    .distinct()
    .where((row) => row.and({ fleetId, action, state: 'pending' }))
    .execute();
  return waiting.map(({ receiver }) => receiver);
}
