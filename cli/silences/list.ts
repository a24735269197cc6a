import type { Answer, RequestOf } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import type { Context, Shown } from '../declaration/index.ts';
import { dayAndTime, printTable } from '../terminal/index.ts';
import { scopeWords } from './scope.ts';

interface Given {
  readonly all?: boolean;
}

/** Returns the request for the list: only active silences, unless `--all` is given. */
export function prepare(
  _request: RequestOf<'silences', 'get'>,
  { given }: Context<Given>,
): RequestOf<'silences', 'get'> {
  return given.all ? {} : { query: { active: 'true' } };
}

/** Prints silences, one in each row. */
export async function print(
  { items, next_cursor: nextCursor }: Answer<'silences'>,
  { terminal, given, zone: clock }: Shown<Given>,
): Promise<void> {
  const zone = await clock();
  const { colors } = terminal;
  if (items.length === 0)
    terminal.line(given.all ? 'There are no silences.' : 'No active silences. --all also lists ended ones.');
  else
    printTable(
      terminal,
      ['id', `until (${zone})`, 'silences, and why'],
      items.map((each) => [
        each.active ? colors.yellow(each.id) : colors.dim(each.id),
        each.active ? dayAndTime(each.until, zone) : 'over',
        `${scopeWords(each)}\n“${oneLine(each.reason, 500)}”, ${oneLine(each.created_by, 200)}`,
      ]),
    );
  if (nextCursor !== undefined) terminal.line(colors.dim('Older ones: GET silences.'));
}
