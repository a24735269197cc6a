/** Operations that the API, Slack and signed pages share: answering an incident and deciding a deletion. */
export { giveVerdict, noSuchDeletion, recordVerdict, tooLate } from './deletionApproval.ts';
export type { DeletionVerdict } from './deletionApproval.ts';
export { nameOfAddress, nameOfPresser, publishedRotations, takeAnswer } from './incidentAnswer.ts';
export type { Said } from './incidentAnswer.ts';
export { nextPageOf } from './nextPage.ts';
export type { NextPage } from './nextPage.ts';
export { recipientsNow } from './recipients.ts';
