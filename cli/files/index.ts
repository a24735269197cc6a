/** Rule and policy documents as files in a folder: reading, locating errors, writing. */
export { filesOf, placeOfKind, readDocuments, refuseMistakes } from './documentFolder.ts';
export type { DocumentFile, DocumentFolder } from './documentFolder.ts';
export { formatDocument } from './documentFormat.ts';
export { DOCUMENT_KINDS, canonical, kindNamed, kindOfFile } from './documentKinds.ts';
export type { DocumentKind } from './documentKinds.ts';
export { readLock, unsavedLock } from './documentLock.ts';
export type { DocumentLock } from './documentLock.ts';
export { readDocumentText, readTextIfThere } from './documentText.ts';
export { findingsIn, idOf, jsonOf, repeatedIds, whyBroken } from './findings.ts';
export type { Finding } from './findings.ts';
export { conditionsBeside, conditionsFor, idsNeeded, readRuleFile } from './folderConditions.ts';
export type { ConditionsById } from './folderConditions.ts';
export { isFolder, lockRootOf, loneKind } from './folderKind.ts';
export { located } from './jsonLines.ts';
export {
  findConditionFiles,
  findFilesIn,
  findRuleFiles,
  isDocumentFile,
  ruleOfTests,
  testsOf,
  testsWithoutRule,
} from './ruleFiles.ts';
export type { RuleFile } from './ruleFiles.ts';
export { idNamed, isFileName } from './ruleNamed.ts';
