import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import type { Shown } from '../declaration/index.ts';
import { printTable } from '../terminal/index.ts';

/** Prints drivers with their records. */
export function print({ items, next_cursor: nextCursor }: Answer<'drivers'>, { terminal }: Shown): void {
  const short = (text: string | undefined): string => oneLine(text ?? '', 40);
  if (items.length === 0) terminal.line('There are no such drivers.');
  else
    printTable(
      terminal,
      ['id', 'name', 'phone', 'vehicle', 'plate', 'region'],
      items.map((item) => [
        oneLine(item.driver_id, 60),
        short(item.name),
        short(item.phone),
        short(item.vehicle),
        short(item.license_plate),
        short(item.region),
      ]),
    );
  if (nextCursor !== undefined)
    terminal.line(terminal.colors.dim('There are more: --limit shows up to 200, --search narrows the list.'));
}
