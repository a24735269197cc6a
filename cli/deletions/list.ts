import type { Answer } from '../../api/index.ts';
import { deletionReasonWords, oneLine } from '../../messages/format/index.ts';
import { ago } from '../../messages/incidents/index.ts';
import type { Shown } from '../declaration/index.ts';
import { driverOf, printTable } from '../terminal/index.ts';
import { serviceAnswerWords } from './words.ts';

type Deletion = Answer<'deletions'>['items'][number];

/** Prints deletions, newest first. */
export function print({ items }: Answer<'deletions'>, { terminal }: Shown): void {
  if (items.length === 0) return terminal.line('There are no such deletions.');
  const now = new Date().toISOString();
  printTable(
    terminal,
    ['id', 'asked', 'state', 'trip, reason, who decided, and the service’s answer'],
    items.map((item) => [
      item.id,
      ago(item.requested_at, now).replace(' ago', ''),
      item.state,
      storyOf(item).join('\n'),
    ]),
  );
  const waiting = items.filter(({ state }) => state === 'requested').length;
  if (waiting > 0)
    terminal.line(
      `${waiting === 1 ? 'One is waiting' : `${waiting} are waiting`} for approval: ${terminal.colors.bold('tripline deletions approve|reject ID')}`,
    );
}

/** Returns a deletion in a few lines: its trip, its cause, its decision and its outcome. */
function storyOf(item: Deletion): readonly string[] {
  const cause = item.cause === undefined ? '' : `: ${oneLine(item.cause, 200)}`;
  return [
    `${oneLine(item.trip_id, 60)} of ${driverOf(item)}`,
    `${oneLine(item.rule, 60)}${cause}`,
    [decisionWords(item), item.note && `“${oneLine(item.note, 200)}”`].filter(Boolean).join(' '),
    oneLine(deletionReasonWords(item) ?? '', 200),
    serviceAnswerWords(item.service_answer) ?? '',
  ].filter((line) => line !== '');
}

/** Returns the decision and its author; an empty text before a decision. */
function decisionWords({ state, decided_who: who, decided_by: by }: Deletion): string {
  if (who === undefined) return '';
  const name = oneLine(by ?? who, 60);
  return state === 'rejected' ? `${name} rejected it.` : `${name} approved it.`;
}
