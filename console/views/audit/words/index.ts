/** The actions that the audit log records, by kind of subject. Pure: the words are in the catalogue. */
export { ACTIONS, TYPES, actionsOf, shapeOf } from './actions.ts';
export type { ActionName, DocumentType, SentenceName, SubjectType } from './actions.ts';
