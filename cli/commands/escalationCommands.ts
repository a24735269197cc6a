import type { Command } from 'commander';
import type { Finish } from '../documents/index.ts';
import { fleetOption } from '../terminal/index.ts';
import type { EscalationPreviewOptions } from './escalationPreview.ts';
import type { TurnsOptions } from './rotationShifts.ts';

/** `tripline escalation …` and `tripline rotations …`. */
export function addEscalation(program: Command, finish: Finish): void {
  program
    .command('escalation')
    .description('escalation policies')
    .command('preview')
    .argument('<id>', 'the id of an escalation policy')
    .option('--at <time>', 'when the incident opens; now without it')
    .option('--late', 'for a trip that came late')
    .option('--draft', 'the draft instead of what counts')
    .addOption(fleetOption())
    .option('--json', 'print JSON')
    .description('who would be told of an incident, and when, if nobody answered; nothing is sent')
    .action(async (id: string, options: EscalationPreviewOptions) =>
      finish(await (await import('./escalationPreview.ts')).previewEscalation(id, options)),
    );
  program
    .command('rotations')
    .description('people who take turns')
    .command('turns')
    .argument('<id>', 'the id of a rotation')
    .option('--from <time>', 'turns that end after it; now without it')
    .option('--to <time>', 'turns that begin before it; eight weeks later without it')
    .option('--draft', 'the draft instead of what counts')
    .addOption(fleetOption())
    .option('--json', 'print JSON')
    .description('who has it until when, overrides included')
    .action(async (id: string, options: TurnsOptions) =>
      finish(await (await import('./rotationShifts.ts')).showShifts(id, options)),
    );
}
