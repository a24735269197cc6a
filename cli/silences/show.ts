import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime, printParagraph } from '../terminal/index.ts';
import { scopeWords } from './scope.ts';

/** Prints the effect and the end of a silence, and the command that ends it. */
export async function print(
  silence: Answer<'silences/{id}'>,
  { terminal, zone: clock }: Shown,
): Promise<void> {
  const zone = await clock();
  const { colors } = terminal;
  const { id, reason, until, active: isActive, warnings = [] } = silence;
  const end = silence.ended_at ?? until;
  const sentence = isActive
    ? `Silenced until ${dayAndTime(until, zone)} (${zone}): ${scopeWords(silence)}.`
    : `No longer silenced since ${dayAndTime(end, zone)} (${zone}): ${scopeWords(silence)}.`;
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
  if (isActive) terminal.line(colors.dim(`\n  tripline silences end ${id}`));
}
