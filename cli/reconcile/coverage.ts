import type { Answer } from '../../api/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime } from '../terminal/index.ts';

type Coverage = Answer<'coverage'>;
type Counts = Coverage['total'];

const COLUMNS: readonly (readonly [keyof Counts, string])[] = [
  ['known', 'known'],
  ['evaluated', 'evaluated'],
  ['waiting', 'waiting'],
  ['parked', 'parked'],
  ['deleted', 'deleted'],
  ['gone', 'gone'],
  ['history', 'history'],
  ['missing', 'missing'],
  ['recovered', 'recovered'],
];

/** Prints, by date, how many of the service's trips were evaluated. */
export function print(answer: Coverage, { terminal }: Shown): void {
  for (const line of linesOf(answer)) terminal.line(line);
}

/** Returns 1 when some trips were not evaluated. */
export function exitCode({ complete }: Coverage): 0 | 1 {
  return complete ? 0 : 1;
}

function linesOf({ items, total, timezone: zone, as_of: asOf, complete }: Coverage): string[] {
  const row = (title: string, counts: Counts): string =>
    title.padEnd(10) + COLUMNS.map(([name, head]) => String(counts[name]).padStart(head.length + 2)).join('');
  const heads = 'date'.padEnd(10) + COLUMNS.map(([, head]) => `  ${head}`).join('');
  const known = `${total.evaluated} of ${total.known - total.history - total.gone - total.deleted} trips evaluated`;
  const when =
    asOf === null
      ? 'not reconciled with the service yet'
      : `reconciled with the service on ${dayAndTime(asOf, zone)} (${zone})`;
  return [
    ...(items.length === 0
      ? ['No trips.']
      : [heads, ...items.map((item) => row(item.date, item)), row('all', total)]),
    `${known}; ${when}${complete ? '' : '; not complete'}.`,
  ];
}
