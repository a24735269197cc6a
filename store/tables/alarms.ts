import type { GeneratedAlways } from 'kysely';

/** One row for each thing that can be wrong; it can be raised and resolved many times. */
export interface FleetAlarmsTable {
  fleetId: string;
  kind: string;
  subject: string;
  message: string;
  raisedAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
  /** The message by which people know that it stands; null: nobody was notified, or they know that it is over. */
  raisedMessageId: string | null;
  seq: GeneratedAlways<string>;
}

/** One message about an alarm, whoever gets it. */
export interface AlarmMessagesTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  kind: string;
  subject: string;
  event: 'raised' | 'resolved';
  message: string;
  raisedAt: Date;
  resolvedAt: Date | null;
  plannedAt: Date;
}
