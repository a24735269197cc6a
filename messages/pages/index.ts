/** The signed pages, and a message of the outbox, in HTML. */
export { LONGEST_FORM_NOTE } from './answerForms.ts';
export type { AnswerPageInput } from './answerForms.ts';
export { answerPage } from './answerPage.ts';
export { commandLinePage } from './commandLinePage.ts';
export type { CommandLinePageInput } from './commandLinePage.ts';
export { leafWords } from './explanation.ts';
export { MESSAGE_POLICY, messagePage } from './messagePage.ts';
export type { RenderedMessage } from './messagePage.ts';
export { page, pagePolicy, problemPage } from './page.ts';
export { tripPage } from './tripPage.ts';
export type { TripPageInput } from './tripPage.ts';
