/** The signed pages and the outbox page in HTML. */
export { LONGEST_FORM_NOTE } from './answerForms.ts';
export type { AnswerPageInput } from './answerForms.ts';
export { answerPage } from './answerPage.ts';
export { OUTBOX_POLICY, outboxPage } from './outboxPage.ts';
export type { OutboxEntry, OutboxPageInput } from './outboxPage.ts';
export { page, pagePolicy } from './page.ts';
export { problemPage } from './problemPage.ts';
export { stopWords } from './stopWords.ts';
export type { ToldAlert } from './stopWords.ts';
export { leafWords } from './traceWords.ts';
export { tripPage } from './tripPage.ts';
export type { TripPageInput } from './tripPage.ts';
