/** Die Texte der Konsole zu Regeln: ihre Seiten und der Editor, Rückrechnungen, Angaben, und warum nichts gesendet wurde. */
export { backtests } from './backtests.ts';
export { factHelp } from './factHelp.ts';
export { reasons } from './reasons.ts';
export { ruleEditor } from './editor.ts';
export { rules } from './pages.ts';
export { why } from './why.ts';
