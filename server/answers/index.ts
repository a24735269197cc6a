/** What API, Slack and signed pages do alike: answer an incident, decide a deletion. */
export { giveVerdict, noSuchDeletion, recordVerdict, tooLate } from './deletionVerdict.ts';
export type { DeletionWord } from './deletionVerdict.ts';
export { storedFleetNames } from './fleetNames.ts';
export { takeAnswer } from './incidentAnswer.ts';
export type { Said } from './incidentAnswer.ts';
export { nameOfAddress, nameOfPresser, publishedRotations } from './people.ts';
