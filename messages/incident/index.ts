/** An incident and its timeline as a message card. */
export { ago, doneWords, tooLateWords } from './answerWords.ts';
export { incidentCard } from './card.ts';
export { driverHistory } from './driverHistory.ts';
export type { DriverHistory } from './driverHistory.ts';
export type { IncidentMessage } from './incident.ts';
export { lateAnswer } from './lateAnswer.ts';
export { messageReasonWords } from './occasion.ts';
export type { MessageReason } from './occasion.ts';
export { driverLists, speedWords } from './rows.ts';
export { DISPOSITIONS, LONGEST_NOTE, personName } from './state.ts';
export { timelineWords } from './timeline.ts';
export type { TimelineEntry } from './timeline.ts';
export { timelineEntry } from './timelineEntry.ts';
export type { KeptEntry } from './timelineEntry.ts';
