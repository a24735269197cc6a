/** The commands `rotations` and `routes`: who is on call, and who receives the messages of a route. */
import { apiCommand, argument, flag, group, moment, text } from '../declaration/index.ts';

const draft = flag('--draft', 'the draft instead of the published version');

export const rotations = group('rotations', 'on-call rotations', [
  apiCommand({
    name: 'shifts',
    about: 'list shifts, overrides included',
    method: 'get',
    path: 'rotations/{id}/shifts',
    params: { id: argument('<id>', 'the id of a rotation') },
    query: {
      from: moment('--from <time>', 'shifts that end after it (default: now)'),
      to: moment('--to <time>', 'shifts that begin before it (default: eight weeks later)'),
      draft,
    },
    module: () => import('./shifts.ts'),
  }),
]);

export const routes = group('routes', 'recipient routes', [
  apiCommand({
    name: 'preview',
    about: 'preview who a recipient route stands for; nothing is sent',
    method: 'get',
    path: 'routes/{id}/preview',
    params: { id: argument('<id>', 'the id of a recipient route') },
    query: { driver: text('--driver <id>', 'only what applies to this driver, and why'), draft },
    isTimeless: true,
    module: () => import('./preview.ts'),
  }),
]);
