/** The commands about incidents: list and show them, and answer them as in Slack and e-mail. */
import { apiCommand, argument, choice, group, person, required, text, whole } from '../declaration/index.ts';

const id = argument('<id>');
const by = person('answers');
const note = text('--note <text>', 'recorded in the timeline');
/**
 * Common part of all actions on an incident. An action that is too late exits with 1 and names the person who
 * was first.
 */
const answer = {
  method: 'post',
  params: { id },
  isConflictFound: true,
  module: () => import('./show.ts'),
} as const;

export const incidents = group('incidents', 'alerts that someone must acknowledge', [
  apiCommand({
    name: 'list',
    about: 'list incidents, newest first',
    isDefault: true,
    method: 'get',
    path: 'incidents',
    query: {
      state: choice('--state <state>', 'only incidents in this state', ['open', 'acknowledged', 'resolved']),
      driver_id: text('--driver <id>', 'only incidents of this driver'),
      rule: text('--rule <id>', 'only incidents opened by this rule'),
      policy: text('--policy <id>', 'only incidents run by this escalation policy'),
      limit: text('--limit <count>', 'how many at most, up to 200'),
    },
    module: () => import('./list.ts'),
  }),
  apiCommand({
    name: 'show',
    about: 'show an incident: assignee, state and timeline',
    method: 'get',
    path: 'incidents/{id}',
    params: { id },
    module: () => import('./show.ts'),
  }),
  apiCommand({
    ...answer,
    name: 'acknowledge',
    about: 'acknowledge an incident: nobody else is paged',
    path: 'incidents/{id}/acknowledge',
    body: { by, note },
  }),
  apiCommand({
    ...answer,
    name: 'snooze',
    about: 'snooze an incident: people are paged again after some minutes',
    path: 'incidents/{id}/snooze',
    body: { by, note, minutes: whole('--minutes <count>', 'how long, 5 to 240 (default: 30)') },
  }),
  apiCommand({
    ...answer,
    name: 'escalate',
    about: 'escalate an incident: run the next step now',
    path: 'incidents/{id}/escalate',
    body: { by, note },
  }),
  apiCommand({
    ...answer,
    name: 'resolve',
    about: 'resolve an incident, with its disposition',
    path: 'incidents/{id}/resolve',
    body: {
      by,
      note,
      disposition: required(
        choice('--disposition <what>', 'what it turned out to be', [
          'confirmed',
          'false_alarm',
          'not_driver',
          'other',
        ]),
      ),
    },
  }),
  apiCommand({
    ...answer,
    name: 'reassign',
    about: 'reassign an incident to someone else',
    path: 'incidents/{id}/reassign',
    body: { by, note, to: required(text('--to <name>', 'the new assignee')) },
  }),
  apiCommand({
    ...answer,
    name: 'reopen',
    about: 'reopen a resolved incident: escalation starts again',
    path: 'incidents/{id}/reopen',
    body: { by, note },
  }),
  apiCommand({
    ...answer,
    name: 'note',
    about: 'add a note to an incident',
    path: 'incidents/{id}/notes',
    body: { by, note: required(text('--note <text>', 'the note')) },
  }),
]);
