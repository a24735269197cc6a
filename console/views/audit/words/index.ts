/** The actions that the audit log records, by kind of subject. Their words are in the catalogue of texts. */
export { ACTIONS, TYPES, actionsOf, shapeOf } from './actions.ts';
export type { ActionName, DocumentType, SentenceName, SubjectType } from './actions.ts';
