import type { GeneratedAlways } from 'kysely';

export interface SilencesTable {
  seq: GeneratedAlways<string>;
  fleetId: string;
  id: string;
  reason: string;
  rules: string[] | null;
  drivers: string[] | null;
  groups: string[] | null;
  createdAt: Date;
  /** Name of the token. */
  createdBy: string;
  until: Date;
  /** When a person ended it early; null: it runs, or ran, until `until`. */
  endedAt: Date | null;
  endedBy: string | null;
  endedWhy: string | null;
}
