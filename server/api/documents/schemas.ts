import type * as z from 'zod';
import type { Sentence } from '../../../rules/documents/index.ts';
import type { DocumentIssue, ParsedDocument } from '../../../rules/lint/index.ts';
import type { FleetNames } from '../../../rules/schemas/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import type { DocumentKind } from '../../../store/tables/index.ts';

/** The address of a document: its fleet and id. */
export interface DocumentOf {
  readonly fleetId: string;
  readonly id: string;
}

/** A kind of documents with one life: draft, published version, history, rollback. What differs between kinds is here. */
export interface DocumentType {
  readonly kind: DocumentKind;
  /** The id of the one document that there is of this kind: its address is `path`, without an id and without a list. */
  readonly only?: string;
  /** The role that every write takes; `editor` when absent. */
  readonly writer?: 'admin';
  /** Below the fleet: `/rules`. */
  readonly path: string;
  readonly tag: string;
  /** In sentences: `rule`, `rules`. */
  readonly one: string;
  readonly many: string;
  /** In operation ids: `Rule`, `Rules`. */
  readonly idOne: string;
  readonly idMany: string;
  /** The field in which an answer holds a document: `rule`. */
  readonly field: string;
  /** The document in the OpenAPI document; what may be sent is checked by `read`, whose messages are better. */
  readonly schema: z.ZodType;
  /** The fleet's names that its JSON Schema completes, in words; absent: none. */
  readonly completes?: string;
  /** Returns further names to complete, beside groups and driver attributes. */
  readonly names?: (db: Db, fleetId: string) => Promise<FleetNames>;
  /** Reads a document among the documents that the fleet has published. */
  readonly read: (db: Db, fleetId: string, body: unknown) => Promise<ParsedDocument<JsonObject>>;
  /** Further warnings beside the fleet's other documents. */
  readonly warnings?: (db: Db, of: DocumentOf, document: JsonObject) => Promise<readonly DocumentIssue[]>;
  /** Further warnings from trying it on what the fleet has stored, which takes a second at most. */
  readonly tried?: (db: Db, of: DocumentOf, document: JsonObject) => Promise<readonly DocumentIssue[]>;
  /**
   * Returns why the document cannot be published: missing documents that it names, or documents that this version would break.
   */
  readonly breaks?: (db: Db, of: DocumentOf, document: JsonObject) => Promise<readonly DocumentIssue[]>;
  /** Whether trips are deleted once it is published: an admin has to do that. */
  readonly deletesTrips?: (document: JsonObject) => boolean;
  /** Returns the documents that use it, in words, so that it cannot be retired: `the rule "a"`. */
  readonly users?: (db: Db, of: DocumentOf) => Promise<readonly Sentence[]>;
  /** Its documents may be about groups, named in `groups`: a token that is limited to groups lists and shows its own. */
  readonly isOfGroups?: true;
  /** Called once another published version, or its retirement, is stored. */
  readonly changed?: (fleetId: string) => void;
}
