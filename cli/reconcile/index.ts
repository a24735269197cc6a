/** The command `coverage`: how many of the service's trips were evaluated, and how many are missing. */
import { apiCommand, flag, text } from '../declaration/index.ts';

export const coverage = apiCommand({
  name: 'coverage',
  about:
    'show coverage: trips known to the service and trips evaluated, by date; exits with 1 when incomplete',
  method: 'get',
  path: 'coverage',
  query: {
    from: text('--from <date>', 'first day, YYYY-MM-DD, in the fleet’s time zone'),
    to: text('--to <date>', 'last day, included (default: today)'),
    utc: flag('--utc', 'read and print times in UTC, not on the fleet’s clock'),
  },
  isTimeless: true,
  module: () => import('./coverage.ts'),
});
