import { setTimeout as pause } from 'node:timers/promises';
import type { AnsweredBacktest } from '../../rules/backtests/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import type { Answer, BodyOf } from '../../api/index.ts';
import type { ApiClient } from '../calls/index.ts';
import type { Context } from '../declaration/index.ts';
import { CommandError, EXIT, createTerminal, printParagraph, progressBar } from '../terminal/index.ts';
import { figure, printBacktest } from './report.ts';
import { readRuleFile } from '../files/index.ts';

interface Given {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Whether times of examples are in UTC. */
  readonly utc?: boolean;
  /** Largest allowed number of alerts a day, as text. If any day has more, the exit code is 1. */
  readonly maxAlertsPerDay?: string;
  /** JSON pointer to a number in the rule's conditions. */
  readonly sweep?: string;
}

/** A back-test request: a whole rule or its id, and the shared conditions that replace the published ones. */
export interface BacktestAsked {
  readonly rule?: object;
  readonly rule_id?: string;
  readonly version?: number | undefined;
  readonly conditions?: readonly object[];
  /** Dates on the fleet's calendar, both included. */
  readonly from: string;
  readonly to: string;
  /** Number in the rule that is varied; absent without a sweep. */
  readonly sweep?: { readonly pointer: string };
}

/** A name in the rule that the fleet does not have. */
interface Warning {
  readonly pointer: string;
  readonly message: string;
}

type Backtest = Answer<'backtests/{id}'>;

const FIRST_POLL_MS = 150;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Back-tests a rule file on the stored trips of a range and prints what it would have sent. Ctrl-C cancels the back-test.
 * @returns 0; 1 when a day has more alerts than allowed, or the file is refused; 2 when it could not run
 */
export async function backtestRule(context: Context<Given>): Promise<number> {
  const { terminal, given, isJson } = context;
  const most = limitOf(given.maxAlertsPerDay);
  const [from, to] = [dayOf(given.from, '--from'), dayOf(given.to, '--to')];
  const sweep = given.sweep === undefined ? {} : { sweep: { pointer: given.sweep } };
  const asked = await readRuleFile(given.file);
  const result = await runBacktest(context.api, { ...asked, from, to, ...sweep }, printWarnings);
  const over = most === undefined ? [] : result.days.filter(({ alerts }) => alerts > most);
  if (isJson) terminal.json(result);
  else printBacktest(terminal, result, given.utc ? 'UTC' : result.timezone);
  if (over.length === 0) return EXIT.ok;
  const worst = over.reduce((a, b) => (b.alerts > a.alerts ? b : a));
  createTerminal(process.stderr).line(
    `tripline: ${over.length} of ${result.days.length} days have more than ${most} alerts, most of all ${worst.date} with ${figure(worst.alerts)}.`,
  );
  return EXIT.problems;
}

/**
 * Requests a back-test and follows it to its end, with a progress bar on the error stream. Ctrl-C cancels it.
 * @param onWarnings receives the names in the rule that the fleet does not have
 * @throws CommandError when it failed, or was cancelled
 */
export async function runBacktest(
  api: ApiClient,
  question: BacktestAsked,
  onWarnings: (warnings: readonly Warning[]) => void = () => undefined,
): Promise<AnsweredBacktest> {
  const asked = await api.call('post', 'backtests', { body: question as BodyOf<'backtests', 'post'> });
  onWarnings(asked.warnings ?? []);
  return untilDone(api, asked.id);
}

/** Prints unknown names on the error stream, because the output is for the result. */
function printWarnings(warnings: readonly Warning[]): void {
  const terminal = createTerminal(process.stderr);
  const paint = terminal.colors.yellow;
  for (const { pointer, message } of warnings)
    printParagraph(terminal, `warning ${pointer}: ${oneLine(message, 500)}`, { paint });
}

/**
 * Parses the whole number of `--max-alerts-per-day`.
 * @throws CommandError for any other text
 */
export function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text))
    throw new CommandError(`--max-alerts-per-day is "${text}": give a whole number such as 40.`);
  return Number(text);
}

/**
 * Parses a day such as `2026-03-31`.
 * @throws CommandError for any other text
 */
export function dayOf(text: string, option: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new CommandError(`${option} is "${text}": write a day as in 2026-03-31.`);
}

/** Follows a back-test to its end. The progress bar is on the error stream, because the output is for the result. */
async function untilDone(api: ApiClient, id: string): Promise<AnsweredBacktest> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.once('SIGINT', interrupt);
  try {
    const last = await createTerminal(process.stderr).step('Back-test', (progress) =>
      follow(api, id, { progress, interrupted: interrupted.signal }),
    );
    if (last.state === 'done' && last.result) return last.result;
    if (last.state === 'cancelled') throw new CommandError('The back-test was cancelled.');
    throw new CommandError(`The back-test failed: ${last.error ?? 'no reason was given'}.`);
  } finally {
    process.off('SIGINT', interrupt);
  }
}

async function follow(
  api: ApiClient,
  id: string,
  watch: { readonly progress: (detail: string) => void; readonly interrupted: AbortSignal },
): Promise<Backtest> {
  let shown = '';
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
    if (watch.interrupted.aborted) return api.call('post', 'backtests/{id}/cancel', { params: { id } });
    const answer = await api.call('get', 'backtests/{id}', { params: { id } });
    if (answer.state !== 'waiting' && answer.state !== 'running') return answer;
    const detail = progressOf(answer);
    if (detail !== shown) watch.progress(detail);
    shown = detail;
    await pause(wait, undefined, { signal: watch.interrupted }).catch(() => undefined);
  }
}

function progressOf({ state, progress }: Backtest): string {
  const { trips_done: done, trips_total: total } = progress;
  if (state === 'waiting' || total === undefined) return 'waiting for a worker';
  if (done >= total) return `${figure(total)} trips, adding up`;
  const share = done / total;
  return `${progressBar(share)} of ${figure(total)} trips`;
}
