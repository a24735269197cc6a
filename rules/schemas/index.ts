/**
 * The JSON Schemas of all documents, for editors: fields, help, completion, and those of lint's checks that a schema can express.
 * They are generated from the declarations that lint uses, and a test compares both.
 */
export { DOCUMENT_SCHEMAS, documentJsonSchema } from './documents.ts';
export type { DocumentSchemaName, FleetNames } from './documents.ts';
