/** Incidents, their timelines and state changes, and due ticks (see `workflows/incidents.ts`). */
export { answerIncident, holderOf } from './answers.ts';
export type { AnswerOutcome } from './answers.ts';
export { driverFacts, incidentFacts } from './context.ts';
export type { IncidentFacts } from './context.ts';
export {
  pendingIncidentMessages,
  planIncidentMessages,
  sentPages,
  skipAnsweredPages,
  unannouncedEvents,
  whyPageIsNeedless,
} from './deliveries.ts';
export type { SentPage } from './deliveries.ts';
export {
  alertsOfIncident,
  changeIncident,
  getIncident,
  givenAt,
  incidentTimeline,
  listIncidents,
  lockIncident,
  noteAddress,
} from './incidents.ts';
export type { Incident, IncidentAlert, IncidentEvent, IncidentKey, NewIncidentEvent } from './incidents.ts';
export { openOrJoin } from './open.ts';
export type { Opened } from './open.ts';
export { withOutcomes } from './outcomes.ts';
export {
  addReference,
  claimLate,
  lateAnswers,
  noteShown,
  shownMessages,
  threadRoot,
  unclaimLate,
} from './sentMessages.ts';
export type { ShownAbout } from './sentMessages.ts';
export { chainHistory, isIncidentOverdue, requestOverdueIncidents, setIncident } from './ticks.ts';
