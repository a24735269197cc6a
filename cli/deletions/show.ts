import type { Answer } from '../../api/index.ts';
import { deletionReasonWords, oneLine } from '../../messages/format/index.ts';
import { ago } from '../../messages/incidents/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime, driverOf, printParagraph } from '../terminal/index.ts';
import { serviceAnswerWords } from './words.ts';

/** Prints a deletion: its trip, why it was requested, and its decision. */
export async function print(item: Answer<'deletions/{id}'>, { terminal, zone: clock }: Shown): Promise<void> {
  const { colors } = terminal;
  const now = new Date().toISOString();
  terminal.line(
    `${colors.bold(`Deletion ${item.id}: trip ${oneLine(item.trip_id, 200)} of ${driverOf(item)}`)}  ${item.state}`,
  );
  terminal.line(
    `  Requested by rule ${oneLine(item.rule, 200)}, version ${item.version}, ${ago(item.requested_at, now)}.`,
  );
  if (item.cause !== undefined) printParagraph(terminal, `Why: ${oneLine(item.cause, 500)}`, { indent: 2 });
  if (item.decided_who !== undefined) {
    const by = item.decided_by === undefined ? '' : `${oneLine(item.decided_by, 200)}, by `;
    terminal.line(`  Decided by ${by}${oneLine(item.decided_who, 200)}.`);
  }
  if (item.note !== undefined) terminal.line(`  “${oneLine(item.note, 500)}”`);
  const reason = deletionReasonWords(item);
  const answer = serviceAnswerWords(item.service_answer);
  for (const line of [reason, answer])
    if (line !== undefined) printParagraph(terminal, oneLine(line, 500), { indent: 2 });
  if (item.state === 'requested') {
    const zone = await clock();
    terminal.line(
      `  Not deleted unless a person approves it by ${dayAndTime(item.expires_at, zone)} (${zone}).`,
    );
    terminal.line(colors.dim(`\n  tripline deletions approve ${item.id}  (or reject)`));
  }
  if (item.has_snapshot) terminal.line(colors.dim(`\n  tripline deletions snapshot ${item.id} > trip.json`));
}
