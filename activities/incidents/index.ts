/** Opens incidents, moves them along their escalation policy, and composes their messages. */
export { createIncidents } from './activities.ts';
export { composeIncidentMessage, messageReasonOf } from './message.ts';
export { peopleOf, slackIdsIn, text } from './people.ts';
export { planNotes } from './threadUpdates.ts';
export type { IncidentTick } from './tick.ts';
