/** The commands about trips: list, explain and replay them. */
import { apiCommand, argument, choice, command, flag, group, range, text } from '../declaration/index.ts';

const trip = { driver: argument('<driver>'), trip: argument('<trip>') };

export const trips = group('trips', 'trips and their decisions', [
  apiCommand({
    name: 'list',
    about: 'list trips, most recently received first; with --from or --to by their end, the latest first',
    method: 'get',
    path: 'trips',
    query: {
      ...range('that ended'),
      state: choice('--state <state>', 'only trips in this state', [
        'waiting',
        'decided',
        'parked',
        'deleted',
        'gone',
      ]),
      driver_id: text('--driver <id>', 'only trips of this driver'),
      session_id: text('--session <id>', 'only trips recorded while this session of the app was live'),
      tracking_id: text('--tracking <id>', 'only trips recorded in manual mode with this tracking id'),
      clock: choice('--clock <clock>', 'only trips that ended after they were received', ['ahead']),
    },
    isPaged: true,
    module: () => import('./list.ts'),
  }),
  command({
    name: 'explain',
    about: 'explain why each rule matched or not',
    takes: 'fleet',
    options: {
      ...trip,
      rule: text(
        '--rule <rule>',
        'only this rule by its id; or a file, to simulate its rule (-: the standard input)',
      ),
    },
    run: async (context) => (await import('./explain.ts')).explainTrip(context),
  }),
  command({
    name: 'replay',
    about: 'replay a trip: read and evaluate it again (requires the role admin)',
    takes: 'fleet',
    options: {
      ...trip,
      effects: flag('--effects', 'also send deliveries that were not sent'),
      why: text('--why <text>', 'the reason, for the audit log'),
    },
    run: async (context) => (await import('./replay.ts')).replayTrip(context),
  }),
]);
