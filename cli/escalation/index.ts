/** The command `escalation`: previews who is notified of an incident, and when. */
import { apiCommand, argument, flag, group, moment, text } from '../declaration/index.ts';

export const escalation = group('escalation', 'escalation policies', [
  apiCommand({
    name: 'preview',
    about: 'preview who is notified of an incident, and when; nothing is sent',
    method: 'get',
    path: 'escalation-policies/{id}/preview',
    params: { id: argument('<id>', 'the id of an escalation policy') },
    query: {
      at: moment(
        '--at <time>',
        'when the incident opens: a time on the fleet’s clock, or a duration from now such as 2h (default: now)',
      ),
      late: flag('--late', 'for a trip that arrived late'),
      driver: text('--driver <id>', 'the driver for whom recipient routes are resolved'),
      draft: flag('--draft', 'the draft instead of the published version'),
    },
    module: () => import('./preview.ts'),
  }),
]);
