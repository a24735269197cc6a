import type { Db } from './schema.ts';

/** The kind of alarm that says of one host that it takes no webhooks. */
export const WEBHOOK_ALARM = 'webhook_away';

/** The alarm of one host. */
export interface WebhookAlarm {
  readonly fleetId: string;
  /** The host. */
  readonly subject: string;
}

/** Alarms that stand although nothing has met their host since a time. */
export async function unseenWebhookAlarms(
  db: Db,
  args: { readonly fleetIds: readonly string[]; readonly unseenSince: Date },
): Promise<WebhookAlarm[]> {
  if (args.fleetIds.length === 0) return [];
  return db
    .selectFrom('fleetAlarms')
    .select(['fleetId', 'subject'])
    .where('fleetId', 'in', [...args.fleetIds])
    .where('kind', '=', WEBHOOK_ALARM)
    .where('clearedAt', 'is', null)
    .where('lastSeenAt', '<=', args.unseenSince)
    .execute();
}

/** The addresses for which a webhook of the fleet waits, each once. */
export async function awaitedWebhookAddresses(db: Db, fleetId: string): Promise<string[]> {
  const waiting = await db
    .selectFrom('deliveries')
    .select('receiver')
    .distinct()
    .where((row) => row.and({ fleetId, action: 'webhook', state: 'pending' }))
    .execute();
  return waiting.map(({ receiver }) => receiver);
}
