import type { GeneratedAlways } from 'kysely';
import type { Json, JsonObject } from '../../rules/vocabulary/index.ts';

/** The kinds of documents that share one life: draft, published version, history, rollback. */
export type DocumentKind =
  'rule' | 'condition' | 'escalation-policy' | 'rotation' | 'route' | 'digest' | 'settings';

export interface DocumentsTable {
  seq: GeneratedAlways<string>;
  fleetId: string;
  kind: DocumentKind;
  id: string;
  draft: JsonObject | null;
  draftAt: Date | null;
  draftBy: string | null;
  /** The draft's text with its comments; null: it was sent as JSON. */
  draftSource: string | null;
  publishedVersion: number | null;
  lastVersion: number;
  updatedAt: Date;
}

export interface DocumentVersionsTable {
  fleetId: string;
  kind: DocumentKind;
  id: string;
  version: number;
  body: JsonObject;
  /** Its text with its comments; null: it was sent as JSON. */
  source: string | null;
  at: Date;
  who: string;
  by: string | null;
  why: string | null;
  rolledBackFrom: number | null;
  /** Random, by the database. */
  mark: GeneratedAlways<string>;
}

/** Changes with whatever is published or retired in a fleet; no row: nothing ever was. The database keeps it. */
export interface PublishedDocumentMarksTable {
  fleetId: GeneratedAlways<string>;
  mark: GeneratedAlways<string>;
}

export interface AuditTable {
  id: GeneratedAlways<string>;
  fleetId: string;
  at: Date;
  who: string;
  by: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  why: string | null;
  details: JsonObject | null;
}

export interface SimulationsTable {
  fleetId: string;
  id: string;
  input: JsonObject;
  result: Json;
  who: string;
  createdAt: Date;
  finishedAt: Date | null;
}

export interface InstanceKeysTable {
  name: string;
  key: Buffer;
  createdAt: Date;
}
