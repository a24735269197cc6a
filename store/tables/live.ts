import type { GeneratedAlways } from 'kysely';

/** The subject of a live event. */
export type LiveEventKind = 'incident' | 'alert' | 'delivery' | 'alarm';

/** A change of a state. The database writes them by itself, and they are removed after a day. */
export interface LiveEventsTable {
  id: GeneratedAlways<string>;
  /** The transaction that made the change. */
  xid: GeneratedAlways<string>;
  fleetId: string;
  at: GeneratedAlways<Date>;
  kind: LiveEventKind;
  /** The id of the subject; of an alarm: its kind, or kind/subject. */
  subjectId: string;
  state: string;
}
