import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import { ago } from '../../messages/incidents/index.ts';
import type { Shown } from '../declaration/index.ts';
import { driverOf, printTable } from '../terminal/index.ts';
import { stateText } from './words.ts';

/** Prints incidents as a table, with commands for the open ones. */
export function print({ items, next_cursor: nextCursor }: Answer<'incidents'>, { terminal }: Shown): void {
  const { colors } = terminal;
  if (items.length === 0) return terminal.line('There are no such incidents.');
  const now = new Date().toISOString();
  printTable(
    terminal,
    ['id', 'opened', 'state', 'driver', 'rule'],
    items.map((item) => [
      item.id,
      ago(item.opened_at, now).replace(' ago', ''),
      stateText(terminal, item),
      oneLine(driverOf(item), 60),
      oneLine(item.rule, 60),
    ]),
  );
  const open = items.filter(({ state }) => state === 'open').length;
  if (open > 0)
    terminal.line(
      `${open === 1 ? 'One is waiting' : `${open} are waiting`} for acknowledgement: ${colors.bold('tripline incidents acknowledge ID')}`,
    );
  if (nextCursor !== undefined) terminal.line(colors.dim('There are older ones: --limit shows up to 200.'));
}
