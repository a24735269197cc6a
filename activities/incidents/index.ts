/** Opens incidents, moves them along their escalation policy, and composes their messages. */
export { peopleOf, slackIdsIn, text } from './entries.ts';
export { createIncidents } from './incident.ts';
export { composeIncidentMessage } from './message.ts';
export { planNotes } from './notes.ts';
export { messageReasonOf } from './occasion.ts';
export type { IncidentTick } from './turn.ts';
