/**
 * The JSON Schemas of all documents, for editors: fields, help and completion, and whatever lint refuses that a schema can
 * say. They are made from the declarations that lint reads, and a test compares both.
 */
export { DOCUMENT_SCHEMAS, documentJsonSchema } from './documents.ts';
export type { DocumentSchemaName, FleetNames } from './documents.ts';
