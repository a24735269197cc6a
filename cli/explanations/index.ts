/** The command `why`: why a rule sent no alert for a driver on a day. */
import { apiCommand, argument, choice } from '../declaration/index.ts';

export const why = apiCommand({
  name: 'why',
  about: 'explain why a rule sent no alert for a driver on a day (YYYY-MM-DD in the fleet’s time zone)',
  method: 'get',
  path: 'explanations',
  query: {
    driver_id: argument('<driver>'),
    date: argument('<date>'),
    rule: argument('<rule>'),
    language: choice('--language <language>', 'of the sentences', ['en', 'de']),
  },
  module: () => import('./day.ts'),
});
