import { oneLine } from '../messages/plainText.ts';
import { printParagraph, printTable } from './layout.ts';
import { dayAndTime } from './localTime.ts';
import type { Terminal } from './terminal.ts';

/** A silence as the API shows it, as far as it is shown. */
export interface SilenceAnswer {
  readonly id: string;
  readonly reason: string;
  readonly until: string;
  readonly rules?: readonly string[];
  readonly drivers?: readonly string[];
  readonly groups?: readonly string[];
  readonly in_force: boolean;
  readonly created_by: string;
  readonly ended_at?: string;
  readonly ended_by?: string;
  readonly ended_why?: string;
  /** Names that the fleet has not. */
  readonly warnings?: readonly { readonly pointer: string; readonly message: string }[];
}

type Scope = Pick<SilenceAnswer, 'rules' | 'drivers' | 'groups'>;

/** Which alerts a silence stops: `alerts of the rule a or b about the driver d-5`; every scope it names must fit. */
export function scopeWords({ rules, drivers, groups }: Scope): string {
  if (!rules && !drivers && !groups) return 'every alert of the whole fleet';
  const parts = [
    ...(rules ? [`of ${choice('the rule', rules)}`] : []),
    ...(drivers ? [`about ${choice('the driver', drivers)}`] : []),
    ...(groups ? [`${drivers ? 'while in' : 'about drivers of'} ${choice('the group', groups)}`] : []),
  ];
  return `alerts ${parts.join(' ')}`;
}

function choice(what: string, names: readonly string[]): string {
  const shown = names.map((name) => oneLine(name, 200));
  const last = shown.pop();
  return shown.length === 0 ? `${what} ${last}` : `${what} ${shown.join(', ')} or ${last}`;
}

/** Prints what a silence does, until when, and how it is ended. */
export function printSilence(terminal: Terminal, silence: SilenceAnswer, zone: string): void {
  const { colors } = terminal;
  const { id, reason, until, in_force: counts, warnings = [] } = silence;
  const end = silence.ended_at ?? until;
  const sentence = counts
    ? `Silenced until ${dayAndTime(until, zone)} (${zone}): ${scopeWords(silence)}.`
    : `Not silenced any more since ${dayAndTime(end, zone)} (${zone}): ${scopeWords(silence)}.`;
  printParagraph(terminal, sentence);
  printParagraph(terminal, `“${oneLine(reason, 500)}”`, { indent: 2 });
  if (silence.ended_by !== undefined)
    printParagraph(
      terminal,
      `Ended by ${oneLine(silence.ended_by, 200)}${silence.ended_why === undefined ? '' : `: “${oneLine(silence.ended_why, 500)}”`}`,
      { indent: 2 },
    );
  for (const { message } of warnings)
    printParagraph(terminal, `warning: ${oneLine(message, 500)}`, { paint: colors.yellow });
  if (counts) terminal.line(colors.dim(`\n  tripline silences end ${id}`));
}

/** Prints silences, a row each. */
export function printSilences(
  terminal: Terminal,
  items: readonly SilenceAnswer[],
  { zone, all, hasMore }: { readonly zone: string; readonly all: boolean; readonly hasMore: boolean },
): void {
  const { colors } = terminal;
  if (items.length === 0)
    terminal.line(all ? 'There never was a silence.' : 'Nothing is silenced. --all also shows what was.');
  else
    printTable(
      terminal,
      ['id', `until (${zone})`, 'silences, and why'],
      items.map((each) => [
        each.in_force ? colors.yellow(each.id) : colors.dim(each.id),
        each.in_force ? dayAndTime(each.until, zone) : 'over',
        `${scopeWords(each)}\n“${oneLine(each.reason, 500)}”, ${oneLine(each.created_by, 200)}`,
      ]),
    );
  if (hasMore) terminal.line(colors.dim('Older ones: GET silences.'));
}
