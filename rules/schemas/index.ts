/**
 * The JSON Schemas of all documents, for editors: fields, help, completion, and the checks of lint that a schema can express.
 * They are generated from the declarations that lint reads, and a test compares both.
 */
export { DOCUMENT_SCHEMAS, documentJsonSchema } from './documents.ts';
export type { DocumentSchemaName, FleetNames } from './documents.ts';
