/** One driver's data for people: an export as a page and as tables, and the reasons that block an erasure. */
export { ExportCsv, glossaryCsv } from './exportCsv.ts';
export { fieldMeaning } from './exportFields.ts';
export { EXPORT_COLUMNS } from './exportColumns.ts';
export { ExportPage } from './exportPage.ts';
export type { ExportAbout, ExportRecord } from './exportPage.ts';
export { openMattersWords } from './openMatters.ts';
export type { OpenMatters } from './openMatters.ts';
