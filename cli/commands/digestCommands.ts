import type { Command } from 'commander';
import { several, withFleet } from '../terminal/index.ts';
import type { DigestOptions, PreviewOptions, SendOptions } from './digests.ts';
import type { Finish } from '../rules/index.ts';

/** `tripline digests …`: looked at, sent now, and what became of them. */
export function addDigests(program: Command, finish: Finish): void {
  const digests = program.command('digests').description('periodic reports by e-mail and in Slack');
  withFleet(withDates(digests.command('preview').argument('<id>')))
    .option('--version <version>', 'draft, or a version; the one that counts when absent')
    .option('--out <file>', 'write it as a page into this file')
    .option('--open', 'show it as a page in the browser')
    .description('make a digest and show it, as text when nothing else is asked for; nothing is sent')
    .action(async (id: string, options: PreviewOptions) =>
      finish(await (await import('./digests.ts')).previewDigest(id, options)),
    );
  withFleet(withDates(digests.command('send').argument('<id>')))
    .requiredOption('--why <text>', 'the reason, for the audit log')
    .option('--to <receiver>', 'to this address or Slack channel alone; may be given several times', several)
    .description('send a digest now')
    .action(async (id: string, options: SendOptions) =>
      finish(await (await import('./digests.ts')).sendDigest(id, options)),
    );
  withFleet(digests.command('runs').argument('<id>'))
    .option('--limit <count>', 'how many at most, up to 200', '5')
    .description('what was sent of a digest, to whom, and what became of it')
    .action(async (id: string, options: DigestOptions & { limit?: string }) =>
      finish(await (await import('./digests.ts')).listDigestRuns(id, options)),
    );
}

function withDates(command: Command): Command {
  return command
    .option('--period <date>', 'the last date of its period; the last one that is over when absent')
    .option('--compare <date>', 'the last date of the period it is compared with');
}
