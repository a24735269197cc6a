/** An incident and its timeline as a message card. */
export { ago, doneWords, lateAnswer, tooLateWords } from './answerOutcome.ts';
export { incidentCard } from './card.ts';
export type { IncidentMessage, NamedPerson } from './message.ts';
export { nextStepOf, nextStepWords, receiverWords } from './nextStepWords.ts';
export { outcomeOf } from './outcomes.ts';
export { messageReasonWords } from './reason.ts';
export type { MessageReason } from './reason.ts';
export { driverHistory, driverLists, nearWords, speedWords } from './rows.ts';
export type { DriverHistory } from './rows.ts';
export { DISPOSITIONS, LONGEST_NOTE, dispositionInText, dispositionWords, personName } from './state.ts';
export { timelineEntry, timelineWords } from './timeline.ts';
export type { StoredEntry, TimelineEntry } from './timeline.ts';
