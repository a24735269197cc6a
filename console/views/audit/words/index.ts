/** What the audit log records, by the kind of what it is about. Pure: its words stand in the catalogue. */
export { ACTIONS, TYPES, actionsOf, shapeOf, verbOf } from './actions.ts';
export type { ActionName, DocumentType, SentenceName, SubjectType } from './actions.ts';
