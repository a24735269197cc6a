import { EXIT, createApiClient, createTerminal, dayAndTime } from '../terminal/index.ts';

/** Options of `coverage`. */
export interface CoverageOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly from?: string;
  readonly to?: string;
  /** The dates are UTC dates. */
  readonly utc?: boolean;
}

interface Counts {
  readonly known: number;
  readonly evaluated: number;
  readonly waiting: number;
  readonly parked: number;
  readonly deleted: number;
  readonly gone: number;
  readonly history: number;
  readonly missing: number;
  readonly recovered: number;
}

interface CoverageAnswer {
  readonly timezone: string;
  readonly as_of: string | null;
  readonly complete: boolean;
  readonly total: Counts;
  readonly items: readonly (Counts & { readonly date: string })[];
}

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

/** Shows, by date, how many of the trips that the service knows were checked. @returns 1 when some were not */
export async function coverage(options: CoverageOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const terminal = createTerminal();
  const query = new URLSearchParams();
  if (options.from !== undefined) query.set('from', options.from);
  if (options.to !== undefined) query.set('to', options.to);
  if (options.utc) query.set('utc', 'true');
  const answer = await api.call<CoverageAnswer>(
    'GET',
    `coverage${query.size > 0 ? `?${query.toString()}` : ''}`,
  );
  if (options.json) terminal.json(answer);
  else for (const line of linesOf(answer)) terminal.line(line);
  return answer.complete ? EXIT.ok : EXIT.problems;
}

function linesOf({ items, total, timezone: zone, as_of: asOf, complete }: CoverageAnswer): string[] {
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
