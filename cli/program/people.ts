import { Option } from 'commander';
import type { Command } from 'commander';
import type {
  DigestOptions,
  DirectoryOptions,
  EraseOptions,
  ExportOptions,
  ImportOptions,
  ListDriversOptions,
  PreviewOptions,
  SendOptions,
  WebhookOptions,
} from '../commands/index.ts';
import { fleetOption, several, withFleet } from './options.ts';
import type { Finish } from './options.ts';

/** `tripline digests …`: checked, sent now, and what became of them. */
export function addDigests(program: Command, finish: Finish): void {
  const digests = program.command('digests').description('periodic reports by e-mail and in Slack');
  withFleet(withDates(digests.command('preview').argument('<id>')))
    .option('--version <version>', 'draft, or a version; default: the published version')
    .option('--out <file>', 'write it as an HTML page into this file')
    .option('--open', 'open it as a page in the browser')
    .description('preview a digest, by default as text; nothing is sent')
    .action(async (id: string, options: PreviewOptions) =>
      finish(await (await import('../commands/digests.ts')).previewDigest(id, options)),
    );
  withFleet(withDates(digests.command('send').argument('<id>')))
    .requiredOption('--why <text>', 'the reason, for the audit log')
    .option('--to <receiver>', 'only to this address or Slack channel; may be repeated', several)
    .description('send a digest now')
    .action(async (id: string, options: SendOptions) =>
      finish(await (await import('../commands/digests.ts')).sendDigest(id, options)),
    );
  withFleet(digests.command('runs').argument('<id>'))
    .option('--limit <count>', 'how many at most, up to 200', '5')
    .description('list the runs of a digest, with recipients and outcomes')
    .action(async (id: string, options: DigestOptions & { limit?: string }) =>
      finish(await (await import('../commands/digests.ts')).listDigestRuns(id, options)),
    );
}

function withDates(command: Command): Command {
  return command
    .option('--period <date>', 'the last date of its period; default: the last complete period')
    .option('--compare <date>', 'the last date of the period it is compared with');
}

/** Commands about drivers as people. */
function addDirectory(drivers: Command, finish: Finish): void {
  withFleet(
    drivers
      .command('import')
      .argument('<file>', 'a CSV file, its first line names the columns; -: the standard input'),
  )
    .option('--dry-run', 'only show what would change')
    .option('--prune', 'also remove drivers who are not in the file from the directory')
    .description('import the fleet’s directory of drivers (requires the role admin)')
    .action(async (file: string, options: ImportOptions) =>
      finish(await (await import('../commands/directory.ts')).importDrivers(file, options)),
    );
  withFleet(drivers.command('list'))
    .option('--search <text>', 'the beginning of an id, or a part of a name')
    .option('--limit <count>', 'how many at most, up to 200')
    .description('list drivers with their records')
    .action(async (options: ListDriversOptions) =>
      finish(await (await import('../commands/directory.ts')).listDrivers(options)),
    );
  withFleet(drivers.command('show').argument('<driver>'))
    .description('show a driver’s record, and where each field comes from')
    .action(async (driver: string, options: DirectoryOptions) =>
      finish(await (await import('../commands/directory.ts')).showDriver(driver, options)),
    );
}

/** `tripline drivers …`: drivers as people, and one driver’s data. */
export function addDrivers(program: Command, finish: Finish): void {
  const drivers = program
    .command('drivers')
    .description('driver records, the directory, and a driver’s data');
  addDirectory(drivers, finish);
  drivers
    .command('export')
    .argument('<driver>')
    .addOption(fleetOption())
    .addOption(
      new Option(
        '--format <format>',
        'ndjson: one JSON object per line; html: a page; csv: a file for each kind',
      )
        .choices(['ndjson', 'html', 'csv'])
        .default('ndjson'),
    )
    .option('--out <path>', 'write to this file; for csv, into this folder')
    .description('export a driver’s data: lines for programs, a page, or tables (requires the role admin)')
    .action(async (driver: string, options: ExportOptions) =>
      finish(await (await import('../commands/exportDriver.ts')).exportDriver(driver, options)),
    );
  drivers
    .command('erase')
    .argument('<driver>')
    .addOption(fleetOption())
    .requiredOption('--why <text>', 'the reason, for the audit log; do not name the driver in it')
    .option('--dry-run', 'only show how much would be removed; exits with 1 when something open refuses it')
    .option('--yes', 'do not ask: for scripts')
    .option('--detach', 'start and do not wait')
    .option('--json', 'print JSON')
    .description('erase a driver’s data; shows how much, and asks for the id (requires the role admin)')
    .action(async (driver: string, options: EraseOptions) =>
      finish(await (await import('../commands/drivers.ts')).eraseDriver(driver, options)),
    );
}

/** `tripline webhooks …`: what receivers of outgoing webhooks need. */
export function addWebhooks(program: Command, finish: Finish): void {
  const webhooks = program.command('webhooks').description('secrets for receivers of outgoing webhooks');
  const command = (name: string): Command =>
    withFleet(
      webhooks.command(name).argument('<origin>', 'such as https://hooks.example.com, or any address there'),
    );
  command('secret')
    .description('show the secret with which a receiver verifies webhooks (requires the role admin)')
    .action(async (origin: string, options: WebhookOptions) =>
      finish(await (await import('../commands/webhookSecrets.ts')).showWebhookSecret(origin, options)),
    );
  command('rotate')
    .option('--why <text>', 'the reason, for the audit log')
    .description('rotate a receiver’s secret; the previous one also signs for 24 hours')
    .action(async (origin: string, options: WebhookOptions & { why?: string }) =>
      finish(await (await import('../commands/webhookSecrets.ts')).rotateWebhookSecret(origin, options)),
    );
}
