import type { Command } from 'commander';
import { fleetOption } from '../terminal/index.ts';
import type { EraseOptions, ExportOptions } from './drivers.ts';
import type { Finish } from '../rules/index.ts';

/** `tripline drivers …`: one driver's data. */
export function addDrivers(program: Command, finish: Finish): void {
  const drivers = program.command('drivers').description('what is kept about one driver');
  drivers
    .command('export')
    .argument('<driver>')
    .addOption(fleetOption())
    .option('--out <file>', 'write to this file')
    .description('write everything that is kept about a driver, one JSON object a line')
    .action(async (driver: string, options: ExportOptions) =>
      finish(await (await import('./drivers.ts')).exportDriver(driver, options)),
    );
  drivers
    .command('erase')
    .argument('<driver>')
    .addOption(fleetOption())
    .requiredOption('--why <text>', 'the reason, for the audit log; do not name the driver in it')
    .option('--detach', 'begin it and do not wait')
    .option('--json', 'print JSON')
    .description('erase everything that is kept about a driver')
    .action(async (driver: string, options: EraseOptions) =>
      finish(await (await import('./drivers.ts')).eraseDriver(driver, options)),
    );
}
