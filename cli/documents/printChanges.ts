import { behaviourInWords } from './planBacktest.ts';
import type { Difference } from './diff.ts';
import { doesSomething } from './changes.ts';
import type { Change, Drift } from './changes.ts';
import { dayAndTime, printParagraph, printTable } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

/** Prints a line for each document: its change, and changes by others. Times are in `zone`. */
export function printChanges(terminal: Terminal, changes: readonly Change[], zone: string): void {
  const { colors } = terminal;
  if (changes.length > 0)
    printTable(
      terminal,
      ['kind', 'id', 'change', 'version', 'note'],
      changes.map((each) => [
        each.kind,
        each.id,
        paint(terminal, each)(each.change),
        each.version === undefined ? '' : String(each.version),
        notesOf(each, zone).join('\n'),
      ]),
    );
  const drifted = changes.filter((each) => each.drift).length;
  if (drifted > 0)
    terminal.line(
      colors.yellow(
        `${drifted} changed by others since this folder was applied or pulled: \`rules pull\` shows what to take over.`,
      ),
    );
}

/**
 * Prints the differences of each document field by field: the published value and the file's value. Times are
 * in `zone`.
 */
export function printDifferences(terminal: Terminal, changes: readonly Change[], zone: string): void {
  const { colors } = terminal;
  for (const each of changes) {
    if (each.change === 'same' && !each.drift && !each.changed_conditions) continue;
    const paths = [each.version === undefined ? 'not published' : `v${each.version}`, each.file ?? 'no file'];
    terminal.line(
      `\n${paint(terminal, each)(mark(each))} ${colors.bold(each.id)} ${colors.dim(`${each.kind}, ${paths.join(' → ')}`)}`,
    );
    for (const note of notesOf(each, zone))
      printParagraph(terminal, note, { indent: 4, paint: colors.yellow });
    for (const difference of each.differences ?? []) printDifference(terminal, difference);
  }
}

function printDifference(terminal: Terminal, difference: Difference): void {
  const { colors } = terminal;
  terminal.line(`    ${colors.cyan(difference.pointer)}`);
  if ('old' in difference) terminal.line(colors.red(`      - ${JSON.stringify(difference.old)}`));
  if ('new' in difference) terminal.line(colors.green(`      + ${JSON.stringify(difference.new)}`));
}

function paint({ colors }: Terminal, { change }: Change): (text: string) => string {
  if (change === 'new') return colors.green;
  if (change === 'changed') return colors.yellow;
  return change === 'removed' ? colors.red : colors.dim;
}

function mark({ change }: Change): string {
  return { new: '+', changed: '~', same: '=', removed: '-', 'kept (no file)': '?' }[change];
}

/** Returns notes about a planned or applied change. Times are in `zone`. */
export function notesOf(change: Change, zone: string): string[] {
  const notes: string[] = [];
  if (change.drift) notes.push(driftInWords(change.drift, { isReplaced: doesSomething(change), zone }));
  if (change.replaced) notes.push(replacedInWords(change.replaced, zone));
  for (const { pointer, message } of change.warnings ?? []) notes.push(`warning: ${pointer} ${message}`);
  if (change.draft)
    notes.push(`replaces the unpublished draft of ${change.draft.by} (${clockTime(change.draft.at, zone)})`);
  if (change.changed_conditions)
    notes.push(
      `uses ${change.changed_conditions.join(', ')}, which ${change.changed_conditions.length === 1 ? 'changes' : 'change'}`,
    );
  const alone = change.changed_conditions ? [] : (change.behaviour?.tried_conditions ?? []);
  if (alone.length > 0)
    notes.push(
      `back-tested with the local version of ${alone.join(', ')}, which applying this file alone does not publish`,
    );
  if (change.behaviour) notes.push(...behaviourInWords(change.behaviour));
  if (change.change === 'kept (no file)') notes.push('only on the server');
  return notes;
}

function driftInWords(
  drift: Drift,
  { isReplaced, zone }: { readonly isReplaced: boolean; readonly zone: string },
): string {
  const { known, now } = drift;
  if (now === undefined) return `drift: v${known} was retired by someone`;
  return `drift: v${now} was published by ${authorOf(drift, zone)}; this folder knows v${known}${isReplaced ? ' and replaces it' : ''}`;
}

function replacedInWords(drift: Drift, zone: string): string {
  if (drift.now === undefined) return 'it had been retired by someone';
  return `replaced v${drift.now}, published by ${authorOf(drift, zone)}`;
}

function clockTime(at: string, zone: string): string {
  return `${dayAndTime(at, zone)}, ${zone}`;
}

function authorOf({ who, by, why, at }: Drift, zone: string): string {
  const author = [by, who].filter(Boolean).join(', by token ') || 'someone';
  return `${author}${at ? ` on ${dayAndTime(at, zone)} (${zone})` : ''}${why ? ` (“${why}”)` : ''}`;
}
