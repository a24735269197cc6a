import type * as z from 'zod';
import type { Sentence } from '../../../rules/documents/index.ts';
import type { DocumentIssue, ParsedDocument } from '../../../rules/lint/index.ts';
import type { FleetNames } from '../../../rules/schemas/index.ts';
import type { JsonObject } from '../../../rules/vocabulary/index.ts';
import type { Db } from '../../../store/db/index.ts';
import type { DocumentKind } from '../../../store/tables/index.ts';

/** Key of a document: its fleet and id. */
export interface DocumentOf {
  readonly fleetId: string;
  readonly id: string;
}

/**
 * A kind of document. All kinds have a draft, a published version, a history and rollback. This type has what
 * differs between them.
 */
export interface DocumentType {
  readonly kind: DocumentKind;
  /** Id of the only document of this kind. Its URL is `path`, without an id, and there is no list. */
  readonly only?: string;
  /** Role that every write needs; `editor` when absent. */
  readonly writer?: 'admin';
  /** Path below the fleet, such as `/rules`. */
  readonly path: string;
  readonly tag: string;
  /** Names in sentences, such as `rule` and `rules`. */
  readonly one: string;
  readonly many: string;
  /** Names in operation ids, such as `Rule` and `Rules`. */
  readonly idOne: string;
  readonly idMany: string;
  /** Field of an answer that contains the document, such as `rule`. */
  readonly field: string;
  /** Schema in the OpenAPI document. Requests are checked by `read`, whose messages are better. */
  readonly schema: z.ZodType;
  /** Names of the fleet that the JSON Schema completes, in words; absent if there are none. */
  readonly completes?: string;
  /** Returns further names to complete, in addition to groups and driver attributes. */
  readonly names?: (db: Db, fleetId: string) => Promise<FleetNames>;
  /** Parses a document and checks it against the fleet's published documents. */
  readonly read: (db: Db, fleetId: string, body: unknown) => Promise<ParsedDocument<JsonObject>>;
  /** Further warnings beside the fleet's other documents. */
  readonly warnings?: (db: Db, of: DocumentOf, document: JsonObject) => Promise<readonly DocumentIssue[]>;
  /** Further warnings from trying it on what the fleet has stored, which takes a second at most. */
  readonly tried?: (db: Db, of: DocumentOf, document: JsonObject) => Promise<readonly DocumentIssue[]>;
  /**
   * Returns the reasons why the document cannot be published: missing documents that it names, or documents
   * that this version would break.
   */
  readonly breaks?: (db: Db, of: DocumentOf, document: JsonObject) => Promise<readonly DocumentIssue[]>;
  /** Returns whether the document deletes trips once it is published. Only an admin may publish it then. */
  readonly deletesTrips?: (document: JsonObject) => boolean;
  /** Returns the documents that use this one, in words such as `the rule "a"`. A document in use cannot be retired. */
  readonly users?: (db: Db, of: DocumentOf) => Promise<readonly Sentence[]>;
  /**
   * Set if documents may name groups, in `groups`. A token that is limited to groups then lists and shows
   * only documents of its groups.
   */
  readonly isOfGroups?: true;
  /** Called after a new published version, or a retirement, was stored. */
  readonly changed?: (fleetId: string) => void;
}
