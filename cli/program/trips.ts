import { Option } from 'commander';
import type { Command } from 'commander';
import type {
  BackfillOptions,
  CoverageOptions,
  ListAlertsOptions,
  ListTripsOptions,
  WhyOptions,
} from '../commands/index.ts';
import { fleetOption, utcOption, withFleet } from './options.ts';
import type { ApiOptions, Finish } from './options.ts';

/** `tripline trips …`. */
export function addTrips(program: Command, finish: Finish): void {
  const trips = program.command('trips').description('trips and their decisions');
  withRange(withFleet(trips.command('list')), 'that ended')
    .addOption(
      new Option('--state <state>', 'only trips in this state').choices([
        'waiting',
        'decided',
        'parked',
        'deleted',
        'gone',
      ]),
    )
    .option('--driver <id>', 'only trips of this driver')
    .option('--session <id>', 'only trips recorded while this session of the app was live')
    .option('--tracking <id>', 'only trips recorded in manual mode with this tracking id')
    .addOption(
      new Option('--clock <clock>', 'only trips that ended after they were received').choices(['ahead']),
    )
    .description(
      'list trips, most recently received first; with --from or --to by their end, the latest first',
    )
    .action(async (options: ListTripsOptions) =>
      finish(await (await import('../commands/tripList.ts')).listTrips(options)),
    );
  const command = (name: string): Command =>
    withFleet(trips.command(name).argument('<driver>').argument('<trip>'));
  command('explain')
    .option(
      '--rule <rule>',
      'only this rule by its id; or a file, to simulate its rule (-: the standard input)',
    )
    .description('explain why each rule matched or not')
    .action(async (driver: string, trip: string, options: ApiOptions & { rule?: string }) =>
      finish(await (await import('../commands/trips.ts')).explainTrip({ driver, trip }, options)),
    );
  command('replay')
    .option('--effects', 'also send deliveries that were not sent')
    .option('--why <text>', 'the reason, for the audit log')
    .description('replay a trip: read and evaluate it again (requires the role admin)')
    .action(async (driver: string, trip: string, options: ApiOptions & { effects?: boolean; why?: string }) =>
      finish(await (await import('../commands/trips.ts')).replayTrip({ driver, trip }, options)),
    );
}

/** `tripline alerts …`. */
export function addAlerts(program: Command, finish: Finish): void {
  const alerts = program.command('alerts').description('rules that matched trips');
  withRange(withFleet(alerts.command('list', { isDefault: true })), 'raised')
    .addOption(
      new Option('--state <state>', 'raised: sent; held: sent later; stopped: not sent').choices([
        'raised',
        'held',
        'stopped',
      ]),
    )
    .addOption(
      new Option('--severity <severity>', 'only alerts of this severity').choices([
        'info',
        'warning',
        'critical',
      ]),
    )
    .option('--reason <reason>', 'only alerts held or stopped for this reason, such as throttled')
    .option('--driver <id>', 'only alerts about this driver')
    .option('--trip <id>', 'only alerts of this trip; name the driver too')
    .option('--rule <id>', 'only alerts of this rule')
    .description('list alerts, newest first: sent, held or stopped, and why')
    .action(async (options: ListAlertsOptions) =>
      finish(await (await import('../commands/alertList.ts')).listAlerts(options)),
    );
}

/** Which part of a long list: a range of time, and how many. */
function withRange(command: Command, what: string): Command {
  return command
    .option(
      '--from <time>',
      `only those ${what} at or after it: a time or date on the fleet’s clock, or so long ago (24h, 7d)`,
    )
    .option('--to <time>', `only those ${what} before it; a date is included`)
    .option('--limit <count>', 'how many at most', '50')
    .option('--cursor <cursor>', 'continue after an earlier page, as its last line says');
}

/** `tripline why …`. */
export function addWhy(program: Command, finish: Finish): void {
  withFleet(program.command('why').argument('<driver>').argument('<date>').argument('<rule>'))
    .addOption(new Option('--language <language>', 'of the sentences').choices(['en', 'de']))
    .description(
      'explain why a rule sent no alert for a driver on a day (YYYY-MM-DD in the fleet’s time zone)',
    )
    .action(async (...[driver, date, rule, options]: [string, string, string, WhyOptions]) =>
      finish(await (await import('../commands/explainDay.ts')).explainDay({ driver, date, rule }, options)),
    );
}

/** `tripline backfill`. */
export function addBackfill(program: Command, finish: Finish): void {
  program
    .command('backfill')
    .option('--from <date>', 'first day, YYYY-MM-DD, in the fleet’s time zone')
    .option('--to <date>', 'last day, included')
    .option('--alerts', 'also evaluate trips without a decision, and send their alerts')
    .option('--detach', 'start and do not wait')
    .option('--follow <id>', 'follow a running backfill')
    .option('--cancel <id>', 'cancel a running backfill')
    .addOption(fleetOption())
    .addOption(utcOption())
    .option('--json', 'print JSON')
    .description(
      'fetch history: drivers, trips and scores; Ctrl-C leaves it running (requires the role admin)',
    )
    .action(async (options: BackfillOptions) =>
      finish(await (await import('../commands/backfill.ts')).backfill(options)),
    );
}

/** `tripline coverage`. */
export function addCoverage(program: Command, finish: Finish): void {
  withFleet(program.command('coverage'))
    .option('--from <date>', 'first day, YYYY-MM-DD, in the fleet’s time zone')
    .option('--to <date>', 'last day, included (default: today)')
    .description(
      'show coverage: trips known to the service and trips evaluated, by date; exits with 1 when incomplete',
    )
    .action(async (options: CoverageOptions) =>
      finish(await (await import('../commands/coverage.ts')).coverage(options)),
    );
}
