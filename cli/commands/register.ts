import { Option } from 'commander';
import type { Command } from 'commander';
import type { Finish } from '../documents/index.ts';
import { fleetOption, several, withFleet } from '../terminal/index.ts';
import type { DigestOptions, PreviewOptions, SendOptions } from './digests.ts';
import type { DirectoryOptions, ImportOptions, ListDriversOptions } from './directory.ts';
import type { EraseOptions } from './drivers.ts';
import type { ExportOptions } from './exportDriver.ts';
import type { AnswerOptions, IncidentOptions, ListOptions } from './incidents.ts';
import type { AddOptions, SilenceOptions } from './silences.ts';
import type { WebhookOptions } from './webhookSecrets.ts';

/** `tripline digests …`: checked, sent now, and what became of them. */
export function addDigests(program: Command, finish: Finish): void {
  const digests = program.command('digests').description('periodic reports by e-mail and in Slack');
  withFleet(withDates(digests.command('preview').argument('<id>')))
    .option('--version <version>', 'draft, or a version; default: the published version')
    .option('--out <file>', 'write it as an HTML page into this file')
    .option('--open', 'open it as a page in the browser')
    .description('preview a digest, by default as text; nothing is sent')
    .action(async (id: string, options: PreviewOptions) =>
      finish(await (await import('./digests.ts')).previewDigest(id, options)),
    );
  withFleet(withDates(digests.command('send').argument('<id>')))
    .requiredOption('--why <text>', 'the reason, for the audit log')
    .option('--to <receiver>', 'only to this address or Slack channel; may be repeated', several)
    .description('send a digest now')
    .action(async (id: string, options: SendOptions) =>
      finish(await (await import('./digests.ts')).sendDigest(id, options)),
    );
  withFleet(digests.command('runs').argument('<id>'))
    .option('--limit <count>', 'how many at most, up to 200', '5')
    .description('list the runs of a digest, with recipients and outcomes')
    .action(async (id: string, options: DigestOptions & { limit?: string }) =>
      finish(await (await import('./digests.ts')).listDigestRuns(id, options)),
    );
}

function withDates(command: Command): Command {
  return command
    .option('--period <date>', 'the last date of its period; default: the last complete period')
    .option('--compare <date>', 'the last date of the period it is compared with');
}

/** Commands about drivers as people. */
function addDirectory(drivers: Command, finish: Finish): void {
  withFleet(drivers.command('import').argument('<file>', 'a CSV file; its first line names the columns'))
    .option('--dry-run', 'only show what would change')
    .option('--prune', 'also remove drivers who are not in the file from the directory')
    .description('import the fleet’s directory of drivers (requires the role admin)')
    .action(async (file: string, options: ImportOptions) =>
      finish(await (await import('./directory.ts')).importDrivers(file, options)),
    );
  withFleet(drivers.command('list'))
    .option('--search <text>', 'the beginning of an id, or a part of a name')
    .option('--limit <count>', 'how many at most, up to 200')
    .description('list drivers with their records')
    .action(async (options: ListDriversOptions) =>
      finish(await (await import('./directory.ts')).listDrivers(options)),
    );
  withFleet(drivers.command('show').argument('<driver>'))
    .description('show a driver’s record, and where each field comes from')
    .action(async (driver: string, options: DirectoryOptions) =>
      finish(await (await import('./directory.ts')).showDriver(driver, options)),
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
      finish(await (await import('./exportDriver.ts')).exportDriver(driver, options)),
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
      finish(await (await import('./drivers.ts')).eraseDriver(driver, options)),
    );
}

const ANSWERS = [
  { name: 'acknowledge', verb: 'acknowledge', what: 'acknowledge an incident: nobody else is paged' },
  { name: 'snooze', verb: 'snooze', what: 'snooze an incident: people are paged again after some minutes' },
  {
    name: 'escalate',
    verb: 'escalate',
    what: 'escalate an incident: run the next step now',
  },
  { name: 'resolve', verb: 'resolve', what: 'resolve an incident, with its disposition' },
  { name: 'reassign', verb: 'reassign', what: 'reassign an incident to someone else' },
  { name: 'reopen', verb: 'reopen', what: 'reopen a resolved incident: escalation starts again' },
  { name: 'note', verb: 'notes', what: 'add a note to an incident' },
] as const;

/** `tripline incidents …`: the same answers as by Slack and e-mail. */
export function addIncidents(program: Command, finish: Finish): void {
  const incidents = program.command('incidents').description('alerts that someone must acknowledge');
  withFleet(incidents.command('list', { isDefault: true }))
    .addOption(
      new Option('--state <state>', 'only incidents in this state').choices([
        'open',
        'acknowledged',
        'resolved',
      ]),
    )
    .option('--driver <id>', 'only incidents of this driver')
    .option('--rule <id>', 'only incidents opened by this rule')
    .option('--policy <id>', 'only incidents run by this escalation policy')
    .option('--limit <count>', 'how many at most, up to 200')
    .description('list incidents, newest first')
    .action(async (options: ListOptions) =>
      finish(await (await import('./incidents.ts')).listIncidents(options)),
    );
  withFleet(incidents.command('show').argument('<id>'))
    .description('show an incident: assignee, state and timeline')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('./incidents.ts')).showIncident(id, options)),
    );
  for (const { name, verb, what } of ANSWERS) {
    const command = withFleet(incidents.command(name).argument('<id>')).description(what);
    command.option(
      '--by <name>',
      'who answers (default: the person of a personal token, else the user of this machine)',
    );
    if (name === 'note') command.requiredOption('--note <text>', 'the note');
    else command.option('--note <text>', 'recorded in the timeline');
    if (name === 'snooze') command.option('--minutes <count>', 'how long, 5 to 240 (default: 30)');
    if (name === 'reassign') command.requiredOption('--to <name>', 'the new assignee');
    if (name === 'resolve')
      command.addOption(
        new Option('--disposition <what>', 'what it turned out to be')
          .choices(['confirmed', 'false_alarm', 'not_driver', 'other'])
          .makeOptionMandatory(),
      );
    command.action(async (id: string, options: AnswerOptions) =>
      finish(await (await import('./incidents.ts')).answerIncident({ id, verb }, options)),
    );
  }
}

/** `tripline deletions …`: trips that rules want gone. */
export function addDeletions(program: Command, finish: Finish): void {
  const deletions = program.command('deletions').description('deletions that rules request');
  withFleet(deletions.command('list', { isDefault: true }))
    .option('--state <state>', 'only deletions in this state, such as requested, approved or deleted')
    .description('list deletions, newest first')
    .action(async (options: IncidentOptions & { state?: string }) =>
      finish(await (await import('./deletions.ts')).listDeletions(options)),
    );
  withFleet(deletions.command('show').argument('<id>'))
    .description('show a deletion: trip, rule, reason and decision')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('./deletions.ts')).showDeletion(id, options)),
    );
  for (const [verb, what] of [
    ['approve', 'approve a deletion (requires a token with the role admin)'],
    ['reject', 'reject a deletion (requires a token with the role admin)'],
  ] as const)
    withFleet(deletions.command(verb).argument('<id>'))
      .option(
        '--by <name>',
        'who decides (default: the person of a personal token, else the user of this machine)',
      )
      .option('--note <text>', 'the reason; recorded with the decision')
      .description(what)
      .action(async (id: string, options: AnswerOptions) =>
        finish(await (await import('./deletions.ts')).decideDeletion({ id, verb }, options)),
      );
  withFleet(deletions.command('snapshot').argument('<id>'))
    .description('print the snapshot of the trip as JSON, positions included (requires the role admin)')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('./deletions.ts')).printSnapshot(id, options)),
    );
}

/** `tripline silences …`: mutes with a reason, an end and a scope. */
export function addSilences(program: Command, finish: Finish): void {
  const silences = program
    .command('silences')
    .description('alerts that are recorded and not sent until a given time');
  withFleet(silences.command('list', { isDefault: true }))
    .option('--all', 'also those that have ended')
    .description('list active silences, newest first')
    .action(async (options: SilenceOptions & { all?: boolean }) =>
      finish(await (await import('./silences.ts')).listSilences(options)),
    );
  withFleet(silences.command('add'))
    .requiredOption('--reason <text>', 'the reason, for the audit log')
    .requiredOption(
      '--until <time>',
      'a duration (2h, 3d), a time on the fleet’s clock (2026-12-24T18:00) or one with offset',
    )
    .option(
      '--rule <id>',
      'only alerts of this rule; may be repeated; a critical rule must be named',
      several,
    )
    .option('--driver <id>', 'only alerts about this driver; may be repeated', several)
    .option('--group <id>', 'only alerts about drivers of this group; may be repeated', several)
    .option('--id <id>', 'its id (default: made from the reason)')
    .option(
      '--yes',
      'do not ask about the whole fleet, critical rules, and drivers of whom nothing is stored',
    )
    .description(
      'create a silence; an alert must match every scope given (default: the whole fleet but critical rules)',
    )
    .action(async (options: AddOptions) => finish(await (await import('./silences.ts')).addSilence(options)));
  withFleet(silences.command('end').argument('<id>'))
    .option('--why <text>', 'the reason, for the audit log')
    .description('end a silence early')
    .action(async (id: string, options: SilenceOptions & { why?: string }) =>
      finish(await (await import('./silences.ts')).endSilence(id, options)),
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
      finish(await (await import('./webhookSecrets.ts')).showWebhookSecret(origin, options)),
    );
  command('rotate')
    .option('--why <text>', 'the reason, for the audit log')
    .description('rotate a receiver’s secret; the previous one also signs for 24 hours')
    .action(async (origin: string, options: WebhookOptions & { why?: string }) =>
      finish(await (await import('./webhookSecrets.ts')).rotateWebhookSecret(origin, options)),
    );
}
