/** The commands about silences, which have a reason, an end and a scope. */
import { apiCommand, argument, flag, group, moment, required, several, text } from '../declaration/index.ts';

export const silences = group('silences', 'alerts that are recorded and not sent until a given time', [
  apiCommand({
    name: 'list',
    about: 'list active silences, newest first',
    isDefault: true,
    method: 'get',
    path: 'silences',
    given: { all: flag('--all', 'also those that have ended') },
    module: () => import('./list.ts'),
  }),
  apiCommand({
    name: 'add',
    about:
      'create a silence; an alert must match every scope given (default: the whole fleet but critical rules)',
    method: 'post',
    path: 'silences',
    body: {
      reason: required(text('--reason <text>', 'the reason, for the audit log')),
      until: required(
        moment(
          '--until <time>',
          'a duration (2h, 3d), a time on the fleet’s clock (2026-12-24T18:00) or one with offset',
        ),
      ),
      rules: several(
        '--rule <id>',
        'only alerts of this rule; may be repeated; a critical rule must be named',
      ),
      drivers: several('--driver <id>', 'only alerts about this driver; may be repeated'),
      groups: several('--group <id>', 'only alerts about drivers of this group; may be repeated'),
    },
    given: {
      id: text('--id <id>', 'its id (default: made from the reason)'),
      yes: flag(
        '--yes',
        'do not ask about the whole fleet, critical rules, and drivers of whom nothing is stored',
      ),
    },
    module: () => import('./add.ts'),
  }),
  apiCommand({
    name: 'end',
    about: 'end a silence early',
    method: 'delete',
    path: 'silences/{id}',
    params: { id: argument('<id>') },
    query: { why: text('--why <text>', 'the reason, for the audit log') },
    module: () => import('./show.ts'),
  }),
]);
