import { setTimeout as pause } from 'node:timers/promises';
import {
  CommandError,
  EXIT,
  aborted,
  createApiClient,
  createTerminal,
  driverOf,
  progressBar,
  stopSignal,
} from '../terminal/index.ts';
import type { ApiClient, Terminal } from '../terminal/index.ts';

/** Options of `backfill`: a range, or a backfill that is there. */
export interface BackfillOptions {
  readonly fleet?: string;
  readonly json?: boolean;
  readonly from?: string;
  readonly to?: string;
  /** The days are UTC dates. */
  readonly utc?: boolean;
  readonly alerts?: boolean;
  /** Begin it, and do not wait. */
  readonly detach?: boolean;
  /** Wait for this one instead. */
  readonly follow?: string;
  /** Stop this one. */
  readonly cancel?: string;
}

const POLL_EVERY_MS = 1_000;
/** Without a terminal, a line this often is enough. */
const SAY_EVERY_MS = 15_000;
/** Polls in a row that may fail: a restart of the web server is no reason to give up. */
const MOST_FAILED_POLLS = 60;
/** What stands before the progress in its line: a line that wraps could not be wiped. */
const SPINNER_AND_TITLE = 16;
const PROBLEMS_SHOWN = 10;

/** Fetches a fleet's history and shows how far it is. Ended early, the backfill goes on without the command. */
export async function backfill(options: BackfillOptions): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const terminal = createTerminal();
  if (options.cancel !== undefined) return cancel(api, terminal, options);
  const id = options.follow ?? (await begin(api, options));
  if (options.detach) {
    if (options.json) terminal.line(JSON.stringify({ id, state: 'waiting' }));
    else hint(terminal, id, 'Begun.');
    return EXIT.ok;
  }
  return follow({ api, terminal, id, options });
}

/** @throws CommandError without a range, or with the API's words */
async function begin(
  api: ApiClient,
  { from, to, utc = false, alerts = false }: BackfillOptions,
): Promise<string> {
  if (from === undefined || to === undefined)
    throw new CommandError(
      'Say which days: --from 2026-03-01 --to 2026-03-31 (in the fleet’s time zone, both included; with --utc, UTC dates).',
    );
  return (await api.call<{ id: string }>('POST', 'backfills', { from, to, utc, alerts })).id;
}

async function cancel(api: ApiClient, terminal: Terminal, options: BackfillOptions): Promise<number> {
  const path = `backfills/${encodeURIComponent(options.cancel!)}/cancel`;
  const answer = await api.call<BackfillAnswer>('POST', path);
  if (options.json) terminal.json(answer);
  else
    terminal.line(
      `The backfill is ${answer.state}: ${resultLine(answer)}. What it stored stays; another backfill fetches what is missing.`,
    );
  return EXIT.ok;
}

interface Following {
  readonly api: ApiClient;
  readonly terminal: Terminal;
  readonly id: string;
  readonly options: BackfillOptions;
}

async function follow({ api, terminal, id, options }: Following): Promise<number> {
  const first = await poll(api, id);
  const signal = stopSignal();
  let last = first;
  if (options.json) last = await watch({ api, first, signal, report: () => undefined });
  else
    await terminal.step('Backfill', async (report, note) => {
      last = await watch({ api, first, signal, report });
      note(
        isOver(last)
          ? `${first.from} to ${first.to} (${first.timezone}): ${resultLine(last)}`
          : 'continues in the background',
      );
    });
  if (options.json) terminal.json(last);
  else if (isOver(last)) showEnd(terminal, last);
  else hint(terminal, id, '');
  if (!isOver(last)) return EXIT.couldNotRun;
  return last.state === 'done' && last.progress.problems === 0 ? EXIT.ok : EXIT.problems;
}

/** Polls until it is over or the signal comes. @returns the last answer */
async function watch(args: {
  readonly api: ApiClient;
  readonly first: BackfillAnswer;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}): Promise<BackfillAnswer> {
  const { api, signal } = args;
  const report = sometimes(args.report);
  // One promise for all polls: each would leave a listener on the signal.
  const stopped = aborted(signal);
  let seen = args.first;
  for (let failed = 0; !isOver(seen) && !signal.aborted;) {
    report(progressLine(seen));
    await Promise.race([pause(POLL_EVERY_MS), stopped]);
    try {
      seen = await poll(api, seen.id);
      failed = 0;
    } catch (error) {
      if (!(error instanceof CommandError) || ++failed >= MOST_FAILED_POLLS) throw error;
    }
  }
  return seen;
}

function poll(api: ApiClient, id: string): Promise<BackfillAnswer> {
  return api.call<BackfillAnswer>('GET', `backfills/${encodeURIComponent(id)}`);
}

function isOver({ state }: BackfillAnswer): boolean {
  return state !== 'waiting' && state !== 'running';
}

/** On a terminal everything is shown in one line; elsewhere each would be a line of its own. */
function sometimes(report: (text: string) => void): (text: string) => void {
  const { isTTY, columns } = process.stdout;
  if (isTTY) return (text) => report(text.slice(0, Math.max(20, (columns || 80) - SPINNER_AND_TITLE)));
  let said = -Infinity;
  return (text) => {
    const now = performance.now();
    if (now - said < SAY_EVERY_MS) return;
    said = now;
    report(text);
  };
}

function showEnd(terminal: Terminal, answer: BackfillAnswer): void {
  const { colors } = terminal;
  if (answer.state !== 'done')
    terminal.line(
      `  ${colors.red(`It ${answer.state === 'failed' ? 'failed' : 'was cancelled'}.`)} ${answer.error ?? ''}`,
    );
  for (const problem of answer.problems.slice(0, PROBLEMS_SHOWN)) {
    const trip = problem.trip_id === undefined ? '' : ` ${problem.trip_id}`;
    terminal.line(`  ${colors.yellow('!')} ${driverOf(problem)}${trip}: ${problem.message}`);
  }
  const more = answer.progress.problems - Math.min(answer.problems.length, PROBLEMS_SHOWN);
  if (more > 0) terminal.line(colors.dim(`  … and ${more} more`));
  if (answer.progress.problems > 0)
    terminal.line('  Run the same backfill again to fetch only what is missing.');
}

function hint(terminal: Terminal, id: string, before: string): void {
  terminal.line(`${before ? `${before} ` : ''}Follow it: tripline backfill --follow ${id}`);
  terminal.line(`Stop it: tripline backfill --cancel ${id}`);
}

/** A backfill as the API shows it. */
interface BackfillAnswer {
  readonly id: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
  readonly calls: number;
  readonly waiting_for?: string;
  readonly error?: string;
  readonly progress: {
    readonly phase: 'drivers' | 'trips' | 'readings' | 'over';
    readonly drivers: { readonly done: number; readonly total?: number };
    readonly trips: { readonly found: number; readonly stored: number; readonly skipped: number };
    readonly readings: { readonly stored: number; readonly until?: string };
    readonly problems: number;
  };
  readonly problems: readonly {
    readonly driver_id: string;
    readonly driver_name?: string;
    readonly trip_id?: string;
    readonly message: string;
  }[];
}

const DAY_MS = 86_400_000;
/** Scores begin a week before the range. */
const DAYS_BEFORE = 7;
const number = new Intl.NumberFormat('en');

/** A number of things: `1 trip`, `1,204 trips`. */
function counted(count: number, word: string): string {
  return `${number.format(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** How far it is, in one line: a bar, figures, and what it waits for. */
export function progressLine({ progress, from, to, ...rest }: BackfillAnswer): string {
  const waiting = rest.waiting_for ? `, waiting: ${rest.waiting_for}` : '';
  const { done, total } = progress.drivers;
  const trips = `${counted(progress.trips.stored, 'trip')} stored`;
  switch (progress.phase) {
    case 'drivers':
      return `listing the drivers${waiting}`;
    case 'trips':
      return `${progressBar(done / (total ?? 1))} ${done} of ${counted(total ?? 0, 'driver')}, ${trips}${waiting}`;
    case 'readings': {
      const { until } = progress.readings;
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 + DAYS_BEFORE;
      const left = until === undefined ? days : (Date.parse(to) - Date.parse(until)) / DAY_MS;
      return `${progressBar(1 - left / days)} scores up to ${until ?? 'none yet'}, ${trips}${waiting}`;
    }
    case 'over':
      return trips;
  }
}

/** What came of it, in one line. */
function resultLine({ progress, calls }: BackfillAnswer): string {
  const { drivers, trips, readings, problems } = progress;
  const parts = [
    counted(drivers.done, 'driver'),
    `${counted(trips.stored, 'trip')} stored`,
    ...(trips.skipped > 0 ? [`${number.format(trips.skipped)} already stored or gone`] : []),
    `${counted(readings.stored, 'score')} stored`,
    counted(calls, 'call'),
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
  ];
  return parts.join(', ');
}
