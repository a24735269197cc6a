import type { ColumnType, GeneratedAlways } from 'kysely';

/** What is put into an alarm's text. */
export type AlarmDetails = Readonly<Record<string, string | number>>;

/** One row for each thing that can be wrong; it can be raised and resolved many times. */
export interface FleetAlarmsTable {
  fleetId: string;
  kind: string;
  subject: string;
  message: string;
  /** What the message says beside kind and subject, by name: texts in other languages are made of it. */
  details: ColumnType<AlarmDetails, AlarmDetails | undefined, AlarmDetails>;
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
