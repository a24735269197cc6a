import { Option } from 'commander';
import type { Command } from 'commander';
import type { BackfillOptions, CoverageOptions, WhyOptions } from '../commands/index.ts';
import { fleetOption, utcOption, withFleet } from './options.ts';
import type { ApiOptions, Finish } from './options.ts';

/** `tripline trips …`. */
export function addTrips(program: Command, finish: Finish): void {
  const trips = program.command('trips').description('trips and their decisions');
  const command = (name: string): Command =>
    withFleet(trips.command(name).argument('<driver>').argument('<trip>'));
  command('explain')
    .option('--rule <rule>', 'only this rule by its id; or a file, to simulate its rule')
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
