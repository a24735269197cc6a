import type { ColumnType, GeneratedAlways } from 'kysely';

/** The values that are put into an alarm's text. */
export type AlarmDetails = Readonly<Record<string, string | number>>;

/** One row for each thing that can be wrong; it can be raised and resolved many times. */
export interface FleetAlarmsTable {
  fleetId: string;
  kind: string;
  subject: string;
  message: string;
  /** The message's values beside kind and subject, by name, from which texts in other languages are made. */
  details: ColumnType<AlarmDetails, AlarmDetails | undefined, AlarmDetails>;
  raisedAt: Date;
  lastSeenAt: Date;
  resolvedAt: Date | null;
  /** The message that reported the open alarm; null: none was sent, or its resolution was reported. */
  raisedMessageId: string | null;
  seq: GeneratedAlways<string>;
}

/** One message about an alarm, for all its recipients. */
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
