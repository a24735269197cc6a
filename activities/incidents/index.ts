/** Opens incidents, moves them along their escalation policy, and composes their messages. */
export { peopleOf, slackIdsIn, text } from './entries.ts';
export { createIncidents } from './incident.ts';
export { tellIncident } from './message.ts';
export { planNotes } from './notes.ts';
export { occasionOf } from './occasion.ts';
export type { IncidentTurn } from './turn.ts';
