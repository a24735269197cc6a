import { Option } from 'commander';
import type { Command } from 'commander';
import { withFleet } from '../terminal/index.ts';
import type { AnswerOptions, IncidentOptions, ListOptions } from './incidents.ts';
import type { Finish } from '../rules/index.ts';

const ANSWERS = [
  { name: 'acknowledge', verb: 'acknowledge', what: 'take it: nobody else is called' },
  {
    name: 'escalate',
    verb: 'escalate',
    what: 'call the next step of its chain now, at its end the last ones again',
  },
  { name: 'resolve', verb: 'resolve', what: 'end it, with what it was' },
  { name: 'reassign', verb: 'reassign', what: 'give it to somebody else' },
  { name: 'reopen', verb: 'reopen', what: 'open a resolved one again: its chain begins anew' },
  { name: 'note', verb: 'notes', what: 'add a note' },
] as const;

/** `tripline incidents …`: the same answers as by Slack and e-mail. */
export function addIncidents(program: Command, finish: Finish): void {
  const incidents = program.command('incidents').description('alerts that somebody must answer');
  withFleet(incidents.command('list', { isDefault: true }))
    .addOption(new Option('--state <state>').choices(['open', 'acknowledged', 'resolved']))
    .option('--driver <id>', 'of this driver')
    .option('--rule <id>', 'opened by this rule')
    .option('--policy <id>', 'run by this escalation policy')
    .option('--limit <count>', 'how many at most, up to 200')
    .description('list incidents, newest first')
    .action(async (options: ListOptions) =>
      finish(await (await import('./incidents.ts')).listIncidents(options)),
    );
  withFleet(incidents.command('show').argument('<id>'))
    .description('who has it, and everything that happened')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('./incidents.ts')).showIncident(id, options)),
    );
  for (const { name, verb, what } of ANSWERS) {
    const command = withFleet(incidents.command(name).argument('<id>')).description(what);
    command.option('--by <name>', 'who answers; the user of this machine when absent');
    if (name === 'note') command.requiredOption('--note <text>', 'what to note');
    else command.option('--note <text>', 'kept in the timeline');
    if (name === 'reassign') command.requiredOption('--to <name>', 'who has it from now on');
    if (name === 'resolve')
      command.addOption(
        new Option('--disposition <what>', 'what it was')
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
  const deletions = program.command('deletions').description('trips that rules want deleted');
  withFleet(deletions.command('list', { isDefault: true }))
    .option('--state <state>', 'such as requested, approved, deleted')
    .description('list deletions, newest first')
    .action(async (options: IncidentOptions & { state?: string }) =>
      finish(await (await import('./deletions.ts')).listDeletions(options)),
    );
  withFleet(deletions.command('show').argument('<id>'))
    .description('which trip, which rule, why, and who decided')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('./deletions.ts')).showDeletion(id, options)),
    );
  for (const [verb, what] of [
    ['approve', 'let the trip be deleted (needs a token of the role admin)'],
    ['reject', 'keep the trip (needs a token of the role admin)'],
  ] as const)
    withFleet(deletions.command(verb).argument('<id>'))
      .option('--by <name>', 'who decides; the user of this machine when absent')
      .option('--note <text>', 'why')
      .description(what)
      .action(async (id: string, options: AnswerOptions) =>
        finish(await (await import('./deletions.ts')).decideDeletion({ id, verb }, options)),
      );
  withFleet(deletions.command('snapshot').argument('<id>'))
    .description('print the trip as it was before it was deleted, as JSON, positions included')
    .action(async (id: string, options: IncidentOptions) =>
      finish(await (await import('./deletions.ts')).printSnapshot(id, options)),
    );
}
