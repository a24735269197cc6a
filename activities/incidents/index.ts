/** Opens incidents, escalates them by their escalation policy, and composes their messages. */
export { createIncidents } from './activities.ts';
export { composeIncidentMessage, messageReasonOf } from './message.ts';
export { entryOf, peopleOf, slackIdsIn, text } from './people.ts';
export type { IncidentTick } from './tick.ts';
