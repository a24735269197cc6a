/** Rule and policy documents as files in a folder: reading, locating errors, writing. */
export { findingsIn, idOf, isFileName, jsonOf, located, repeatedIds, whyBroken } from './findings.ts';
export type { Finding } from './findings.ts';
export { filesOf, placeOfKind, readDocuments, refuseMistakes } from './folder.ts';
export type { DocumentFile, DocumentFolder } from './folder.ts';
export { conditionsBeside, conditionsFor, idsNeeded, readRuleFile } from './folderConditions.ts';
export type { ConditionsById } from './folderConditions.ts';
export {
  DOCUMENT_KINDS,
  SETTINGS_FILE,
  canonical,
  isFolder,
  isNamedFile,
  kindNamed,
  kindOfFile,
  lockRootOf,
  loneKind,
} from './kinds.ts';
export type { DocumentKind } from './kinds.ts';
export { readLock, unsavedLock } from './lock.ts';
export type { DocumentLock } from './lock.ts';
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
export { isStandardInput, readStandardInput } from './standardInput.ts';
export { formatDocument, readDocumentText, readTextIfThere } from './text.ts';
