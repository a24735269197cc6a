/** The command `backfill`: fetches a fleet's history. */
import { command, flag, text } from '../declaration/index.ts';

export const backfill = command({
  name: 'backfill',
  about: 'fetch history: drivers, trips and scores; Ctrl-C leaves it running (requires the role admin)',
  takes: 'timeless',
  options: {
    from: text('--from <date>', 'first day, YYYY-MM-DD, in the fleet’s time zone'),
    to: text('--to <date>', 'last day, included'),
    alerts: flag('--alerts', 'also evaluate trips without a decision, and send their alerts'),
    detach: flag('--detach', 'start and do not wait'),
    follow: text('--follow <id>', 'follow a running backfill'),
    cancel: text('--cancel <id>', 'cancel a running backfill'),
    utc: flag('--utc', 'read and print times in UTC, not on the fleet’s clock'),
  },
  run: async (context) => (await import('./backfill.ts')).backfill(context),
});
