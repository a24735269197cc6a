/** The command `alerts`: rules that matched trips, and whether their alerts were sent. */
import { apiCommand, choice, group, range, text } from '../declaration/index.ts';

export const alerts = group('alerts', 'rules that matched trips', [
  apiCommand({
    name: 'list',
    about: 'list alerts, newest first: sent, held or stopped, and why',
    isDefault: true,
    method: 'get',
    path: 'alerts',
    query: {
      ...range('raised'),
      state: choice('--state <state>', 'raised: sent; held: sent later; stopped: not sent', [
        'raised',
        'held',
        'stopped',
      ]),
      severity: choice('--severity <severity>', 'only alerts of this severity', [
        'info',
        'warning',
        'critical',
      ]),
      reason: text('--reason <reason>', 'only alerts held or stopped for this reason, such as throttled'),
      driver_id: text('--driver <id>', 'only alerts about this driver'),
      trip_id: text('--trip <id>', 'only alerts of this trip; name the driver too'),
      rule: text('--rule <id>', 'only alerts of this rule'),
    },
    isPaged: true,
    module: () => import('./list.ts'),
  }),
]);
