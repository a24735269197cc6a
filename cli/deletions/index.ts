/** The commands about deletions: trips that rules request to delete, and their approval. */
import { apiCommand, argument, group, person, text } from '../declaration/index.ts';

const id = argument('<id>');
/** Common part of the commands that approve and reject. */
const decision = {
  method: 'post',
  params: { id },
  body: { by: person('decides'), note: text('--note <text>', 'the reason; recorded with the decision') },
  isConflictFound: true,
  module: () => import('./show.ts'),
} as const;

export const deletions = group('deletions', 'deletions that rules request', [
  apiCommand({
    name: 'list',
    about: 'list deletions, newest first',
    isDefault: true,
    method: 'get',
    path: 'deletions',
    query: {
      state: text('--state <state>', 'only deletions in this state, such as requested, approved or deleted'),
    },
    module: () => import('./list.ts'),
  }),
  apiCommand({
    name: 'show',
    about: 'show a deletion: trip, rule, reason and decision',
    method: 'get',
    path: 'deletions/{id}',
    params: { id },
    module: () => import('./show.ts'),
  }),
  apiCommand({
    ...decision,
    name: 'approve',
    about: 'approve a deletion (requires a token with the role admin)',
    path: 'deletions/{id}/approve',
  }),
  apiCommand({
    ...decision,
    name: 'reject',
    about: 'reject a deletion (requires a token with the role admin)',
    path: 'deletions/{id}/reject',
  }),
  apiCommand({
    name: 'snapshot',
    about: 'print the snapshot of the trip as JSON, positions included (requires the role admin)',
    method: 'get',
    path: 'deletions/{id}/snapshot',
    params: { id },
    module: () => import('./snapshot.ts'),
  }),
]);
