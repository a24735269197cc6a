import type { Command } from 'commander';
import { several, withFleet } from '../terminal/index.ts';
import type { Finish } from '../rules/index.ts';
import type { AddOptions, SilenceOptions } from './silences.ts';

/** `tripline silences …`: mutes with a reason, an end and a scope. */
export function addSilences(program: Command, finish: Finish): void {
  const silences = program.command('silences').description('alerts that nobody is to be told of for a while');
  withFleet(silences.command('list', { isDefault: true }))
    .option('--all', 'those that are over, too')
    .description('list what is silenced now, newest first')
    .action(async (options: SilenceOptions & { all?: boolean }) =>
      finish(await (await import('./silences.ts')).listSilences(options)),
    );
  withFleet(silences.command('add'))
    .requiredOption('--reason <text>', 'why; it stands in the audit log')
    .requiredOption(
      '--until <time>',
      'a span (2h, 3d), a time on the fleet’s clock (2026-12-24T18:00) or one with offset',
    )
    .option('--rule <id>', 'only alerts of this rule; may be given several times', several)
    .option('--driver <id>', 'only alerts about this driver; may be given several times', several)
    .option('--group <id>', 'only alerts about drivers of this group; may be given several times', several)
    .option('--id <id>', 'what to call it; made from the reason when absent')
    .description(
      'silence alerts from now on; every scope that is named must fit, without any it is the fleet',
    )
    .action(async (options: AddOptions) => finish(await (await import('./silences.ts')).addSilence(options)));
  withFleet(silences.command('end').argument('<id>'))
    .option('--why <text>', 'the reason, for the audit log')
    .description('end a silence early')
    .action(async (id: string, options: SilenceOptions & { why?: string }) =>
      finish(await (await import('./silences.ts')).endSilence(id, options)),
    );
}
