/** Incidents, their timeline and transitions, and the ticks that are due. */
export { answerIncident, holderOf } from './answers.ts';
export type { AnswerKind, AnswerOutcome, IncidentAnswer } from './answers.ts';
export {
  sentPages,
  pendingIncidentMessages,
  planIncidentMessages,
  skipAnsweredPages,
  unannouncedEvents,
  whyPageIsNeedless,
} from './deliveries.ts';
export type { SentPage } from './deliveries.ts';
export { driverFacts, incidentFacts } from './facts.ts';
export type { IncidentFacts } from './facts.ts';
export {
  alertsOfIncident,
  changeIncident,
  getIncident,
  givenAt,
  incidentTimeline,
  listIncidents,
  lockIncident,
} from './incidents.ts';
export type { Incident, IncidentAlert, IncidentEvent, IncidentKey, NewIncidentEvent } from './incidents.ts';
export { openOrJoin } from './opening.ts';
export type { Opened } from './opening.ts';
export { isIncidentOverdue, requestOverdueIncidents } from './overdueIncidents.ts';
export {
  addReference,
  claimLate,
  lateAnswers,
  noteShown,
  shownMessages,
  threadRoot,
  unclaimLate,
} from './shownMessages.ts';
export type { ShownAbout } from './shownMessages.ts';
export { hasIt, isOnePerson } from './transitions.ts';
export { chainHistory, setIncident } from './turns.ts';
