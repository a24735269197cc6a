import { Option } from 'commander';
import type { Command } from 'commander';
import type {
  AddOptions,
  AnswerOptions,
  IncidentOptions,
  ListOptions,
  SilenceOptions,
} from '../commands/index.ts';
import { several, withFleet } from './options.ts';
import type { Finish } from './options.ts';

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
      finish(await (await import('../commands/incidents.ts')).listIncidents(options)),
    );
  withFleet(incidents.command('show').argument('<id>'))
    .description('show an incident: assignee, state and timeline')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('../commands/incidents.ts')).showIncident(id, options)),
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
      finish(await (await import('../commands/incidents.ts')).answerIncident({ id, verb }, options)),
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
      finish(await (await import('../commands/deletions.ts')).listDeletions(options)),
    );
  withFleet(deletions.command('show').argument('<id>'))
    .description('show a deletion: trip, rule, reason and decision')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('../commands/deletions.ts')).showDeletion(id, options)),
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
        finish(await (await import('../commands/deletions.ts')).decideDeletion({ id, verb }, options)),
      );
  withFleet(deletions.command('snapshot').argument('<id>'))
    .description('print the snapshot of the trip as JSON, positions included (requires the role admin)')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('../commands/deletions.ts')).printSnapshot(id, options)),
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
      finish(await (await import('../commands/silences.ts')).listSilences(options)),
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
    .action(async (options: AddOptions) =>
      finish(await (await import('../commands/silences.ts')).addSilence(options)),
    );
  withFleet(silences.command('end').argument('<id>'))
    .option('--why <text>', 'the reason, for the audit log')
    .description('end a silence early')
    .action(async (id: string, options: SilenceOptions & { why?: string }) =>
      finish(await (await import('../commands/silences.ts')).endSilence(id, options)),
    );
}
