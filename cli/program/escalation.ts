import type { Command } from 'commander';
import type { EscalationPreviewOptions, RoutePreviewOptions, ShiftsOptions } from '../commands/index.ts';
import { fleetOption, utcOption } from './options.ts';
import type { Finish } from './options.ts';

/** `tripline escalation …`, `tripline rotations …` and `tripline routes …`. */
export function addEscalation(program: Command, finish: Finish): void {
  program
    .command('escalation')
    .description('escalation policies')
    .command('preview')
    .argument('<id>', 'the id of an escalation policy')
    .option(
      '--at <time>',
      'when the incident opens: a time on the fleet’s clock, or a duration from now such as 2h (default: now)',
    )
    .option('--late', 'for a trip that arrived late')
    .option('--driver <id>', 'the driver for whom recipient routes are resolved')
    .option('--draft', 'the draft instead of the published version')
    .addOption(fleetOption())
    .addOption(utcOption())
    .option('--json', 'print JSON')
    .description('preview who is notified of an incident, and when; nothing is sent')
    .action(async (id: string, options: EscalationPreviewOptions) =>
      finish(await (await import('../commands/escalationPreview.ts')).previewEscalation(id, options)),
    );
  program
    .command('rotations')
    .description('on-call rotations')
    .command('shifts')
    .argument('<id>', 'the id of a rotation')
    .option('--from <time>', 'shifts that end after it (default: now)')
    .option('--to <time>', 'shifts that begin before it (default: eight weeks later)')
    .option('--draft', 'the draft instead of the published version')
    .addOption(fleetOption())
    .addOption(utcOption())
    .option('--json', 'print JSON')
    .description('list shifts, overrides included')
    .action(async (id: string, options: ShiftsOptions) =>
      finish(await (await import('../commands/rotationShifts.ts')).showShifts(id, options)),
    );
  program
    .command('routes')
    .description('recipient routes')
    .command('preview')
    .argument('<id>', 'the id of a recipient route')
    .option('--driver <id>', 'only what applies to this driver, and why')
    .option('--draft', 'the draft instead of the published version')
    .addOption(fleetOption())
    .option('--json', 'print JSON')
    .description('preview who a recipient route stands for; nothing is sent')
    .action(async (id: string, options: RoutePreviewOptions) =>
      finish(await (await import('../commands/routePreview.ts')).previewRoute(id, options)),
    );
}
