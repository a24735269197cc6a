/** Reads JSON text and documents, and locates their mistakes. */
export { isPlainObject, withinBounds } from './bounds.ts';
export { IssueList, hintOf, issueAt, movedTo, pointerTo } from './issue.ts';
export type { DocumentIssue, ParsedDocument } from './issue.ts';
export { withTextField } from './jsonEdit.ts';
export { breakOf, placeAt, placesAt, tooDeepAt, whereJsonBreaks, withoutComments } from './jsonText.ts';
export type { TextPosition } from './jsonText.ts';
export { parseLosses } from './parseLosses.ts';
export type { ParseLoss } from './parseLosses.ts';
export { inOrder, readDocument, readable, refused } from './readDocument.ts';
export { shown, shownWords } from './shown.ts';
export { addZodIssues } from './zodIssues.ts';
