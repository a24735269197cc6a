import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT, aborted, driverOf, stopSignal } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { progressLine, resultLine } from './progress.ts';
import type { Backfill } from './progress.ts';

/** Options of `backfill`: a range for a new backfill, or the id of an existing one. */
interface Given {
  readonly from?: string;
  readonly to?: string;
  /** Whether `from` and `to` are UTC dates. */
  readonly utc?: boolean;
  readonly alerts?: boolean;
  /** Whether to begin the backfill without waiting for its end. */
  readonly detach?: boolean;
  /** Id of an existing backfill to wait for. */
  readonly follow?: string;
  /** Id of a backfill to cancel. */
  readonly cancel?: string;
}

const POLL_EVERY_MS = 1_000;
/** Milliseconds between two lines of progress without a terminal. */
const SAY_EVERY_MS = 15_000;
/** Maximum number of consecutive polls that may fail, so that a restart of the web server does not end the command. */
const MOST_FAILED_POLLS = 60;
/**
 * Characters before the progress text in its line. The line must fit the terminal, because a wrapped line
 * cannot be erased.
 */
const SPINNER_AND_TITLE = 16;
const PROBLEMS_SHOWN = 10;

/** Fetches a fleet's history and shows the progress. The backfill continues when the command ends early. */
export async function backfill({ api, terminal, given, isJson }: Context<Given>): Promise<number> {
  if (given.cancel !== undefined) {
    const stopped = await api.call('post', 'backfills/{id}/cancel', { params: { id: given.cancel } });
    if (isJson) terminal.json(stopped);
    else
      terminal.line(
        `The backfill is ${stopped.state}: ${resultLine(stopped)}. What it stored stays; another backfill fetches what is missing.`,
      );
    return EXIT.ok;
  }
  const id = given.follow ?? (await begin(api, given));
  if (given.detach) {
    if (isJson) terminal.line(JSON.stringify({ id, state: 'waiting' }));
    else hint(terminal, id, 'Begun.');
    return EXIT.ok;
  }
  return follow({ api, terminal, id, isJson });
}

/**
 * Begins a backfill.
 * @throws CommandError without a range, or with the API's message
 */
async function begin(api: ApiClient, { from, to, utc = false, alerts = false }: Given): Promise<string> {
  if (from === undefined || to === undefined)
    throw new CommandError(
      'Say which days: --from 2026-03-01 --to 2026-03-31 (in the fleet’s time zone, both included; with --utc, UTC dates).',
    );
  return (await api.call('post', 'backfills', { body: { from, to, utc, alerts } })).id;
}

interface Following {
  readonly api: ApiClient;
  readonly terminal: Terminal;
  readonly id: string;
  readonly isJson: boolean;
}

async function follow({ api, terminal, id, isJson }: Following): Promise<number> {
  const first = await poll(api, id);
  const signal = stopSignal();
  let last = first;
  if (isJson) last = await watch({ api, first, signal, report: () => undefined });
  else
    await terminal.step('Backfill', async (report, note) => {
      last = await watch({ api, first, signal, report });
      note(
        isOver(last)
          ? `${first.from} to ${first.to} (${first.timezone}): ${resultLine(last)}`
          : 'continues in the background',
      );
    });
  if (isJson) terminal.json(last);
  else if (isOver(last)) showEnd(terminal, last);
  else hint(terminal, id, '');
  if (!isOver(last)) return EXIT.couldNotRun;
  return last.state === 'done' && last.progress.problems === 0 ? EXIT.ok : EXIT.problems;
}

/** Polls until the backfill has ended or the signal is aborted. @returns the last answer */
async function watch(args: {
  readonly api: ApiClient;
  readonly first: Backfill;
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}): Promise<Backfill> {
  const { api, signal } = args;
  const report = sometimes(args.report);
  // One promise serves all polls, because each promise leaves a listener on the signal.
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

function poll(api: ApiClient, id: string): Promise<Backfill> {
  return api.call('get', 'backfills/{id}', { params: { id } });
}

function isOver({ state }: Backfill): boolean {
  return state !== 'waiting' && state !== 'running';
}

/**
 * Returns a reporter of progress lines. On a terminal it shows each line in the place of the line before.
 * Elsewhere it shows one line every `SAY_EVERY_MS` at most.
 */
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

function showEnd(terminal: Terminal, answer: Backfill): void {
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
