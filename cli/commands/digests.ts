import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMAIL_LEVELS, digestPage, digestView, mailText } from '../../messages/digests/index.ts';
import type { DigestContent } from '../../messages/digests/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import {
  ApiProblemError,
  CommandError,
  EXIT,
  clockOf,
  createApiClient,
  createTerminal,
  dayAndTime,
  openInBrowser,
  printParagraph,
} from '../terminal/index.ts';
import type { ApiClient, Terminal } from '../terminal/index.ts';

/** Options that every command about digests takes. */
export interface DigestOptions {
  readonly fleet?: string;
  readonly json?: boolean;
}

interface Dates {
  readonly period?: string;
  readonly compare?: string;
}

/** What is checked, and how it is shown. */
export interface PreviewOptions extends DigestOptions, Dates {
  readonly version?: string;
  readonly out?: string;
  readonly open?: boolean;
}

/** What is sent, to whom and why. */
export interface SendOptions extends DigestOptions, Dates {
  readonly why: string;
  readonly to?: readonly string[];
}

/** A fleet of 100,000 drivers takes minutes, and each call waits most of one. */
const MOST_CALLS = 20;

/** Makes a digest and shows it; nothing is sent. */
export async function previewDigest(id: string, options: PreviewOptions): Promise<number> {
  const { period, compare, version } = options;
  const given = Object.entries({ period, compare, version }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given as [string, string][]).toString();
  const path = `digests/${encodeURIComponent(id)}/preview${query && `?${query}`}`;
  const content = await whenMade(createApiClient(options.fleet ?? 'default'), path);
  const terminal = createTerminal();
  if (options.json) terminal.json(content);
  else if (options.out === undefined && !options.open)
    terminal.line(mailText(digestView(content, { limits: EMAIL_LEVELS[0] })));
  if (options.out === undefined && !options.open) return EXIT.ok;
  const file = options.out ?? join(await mkdtemp(join(tmpdir(), 'tripline-digest-')), `${id}.html`);
  await writeFile(file, digestPage(content)).catch((error: Error) => {
    throw new CommandError(`${file} could not be written: ${error.message}`);
  });
  if (options.open) await openInBrowser(file);
  if (!options.json) terminal.line(`Written to ${file}.`);
  return EXIT.ok;
}

/** A large fleet is made longer than one call waits: the same question again is the same digest. */
async function whenMade(api: ApiClient, path: string): Promise<DigestContent> {
  for (let call = 1; ; call += 1) {
    try {
      return await api.call<DigestContent>('GET', path);
    } catch (error) {
      const isLate = error instanceof ApiProblemError && error.status === 504;
      if (!isLate || call === MOST_CALLS) throw error;
      process.stderr.write('The digest is still being made: waiting.\n');
    }
  }
}

/** Sends a digest now. */
export async function sendDigest(id: string, options: SendOptions): Promise<number> {
  const { why, to, period, compare } = options;
  const api = createApiClient(options.fleet ?? 'default');
  const answer = await api.call<{
    readonly id: string;
    readonly period: { readonly from: string; readonly to: string };
  }>('POST', `digests/${encodeURIComponent(id)}/send`, { why, to, period, compare });
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else
    terminal.line(
      `It is being made, for ${answer.period.from} to ${answer.period.to}. Its outcome: tripline digests runs ${id}`,
    );
  return EXIT.ok;
}

/** Shows what was sent of a digest; exit code 1 when the newest one did not reach everyone. */
export async function listDigestRuns(
  id: string,
  options: DigestOptions & { readonly limit?: string },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const path = `digests/${encodeURIComponent(id)}/runs?limit=${encodeURIComponent(options.limit ?? '5')}`;
  const list = await api.call<DigestRunList>('GET', path);
  const terminal = createTerminal();
  if (options.json) terminal.json(list);
  else printDigestRuns(terminal, list, await clockOf(api));
  const newest = list.items[0];
  const isMissed =
    newest?.state === 'failed' ||
    newest?.receivers.some(
      ({ state, reason }) =>
        state === 'failed' || state === 'unconfirmed' || (state === 'skipped' && reason === 'too_late'),
    );
  return isMissed ? EXIT.problems : EXIT.ok;
}

/** A sending of a digest as the API shows it, as far as it is shown. */
export interface DigestRunAnswer {
  readonly id: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly origin: 'scheduled' | 'on_demand';
  readonly who?: string;
  readonly why?: string;
  readonly state: 'gathering' | 'sending' | 'done' | 'failed';
  readonly reason?: string;
  readonly caveats: readonly string[];
  readonly receivers: readonly {
    readonly receiver: string;
    readonly state: 'pending' | 'sent' | 'held' | 'skipped' | 'unconfirmed' | 'failed';
    readonly reason?: string;
    readonly last_error?: string;
    readonly possible_repeat: boolean;
    readonly outbox_id?: string;
  }[];
  readonly at: string;
}

/** What was sent of a digest, and who wants it no more. */
export interface DigestRunList {
  readonly items: readonly DigestRunAnswer[];
  readonly unsubscribed: readonly { readonly address: string; readonly at: string }[];
}

type Receiver = DigestRunAnswer['receivers'][number];

const MARKS = { sent: '✉', held: '⏸', failed: '✗', unconfirmed: '?', skipped: '–', pending: '…' } as const;
const STATES = {
  gathering: 'figures are being read',
  sending: 'being sent',
  done: 'over',
  failed: 'failed',
} as const;
const REASONS: Readonly<Record<string, string>> = {
  all_unsubscribed: 'everyone has unsubscribed',
  no_recipient_reached: 'no recipient was reached',
  unsubscribed: 'unsubscribed',
  too_late: 'the recipient could not be reached in time',
};

/** Prints runs, newest first, with every recipient; times are on the clock of a zone. */
function printDigestRuns(terminal: Terminal, { items, unsubscribed }: DigestRunList, zone: string): void {
  const { colors } = terminal;
  if (items.length === 0) printParagraph(terminal, 'It has not been sent yet.');
  for (const run of items) {
    const asked =
      run.origin === 'on_demand' ? `, requested by ${show(run.who ?? '')}: ${show(run.why ?? '')}` : '';
    const reason = run.reason === undefined ? '' : ` (${wordsOf(run.reason)})`;
    const state = `${STATES[run.state]}${reason}`;
    terminal.line(
      `${colors.bold(`${run.period.from} to ${run.period.to}`)}  ${run.state === 'failed' ? colors.red(state) : state}${colors.dim(`  ${dayAndTime(run.at, zone)} (${zone})${asked}`)}`,
    );
    for (const receiver of run.receivers) terminal.line(receiverLine(terminal, receiver));
    for (const caveat of run.caveats) terminal.line(`  ${colors.yellow('!')} ${show(caveat)}`);
  }
  if (unsubscribed.length > 0)
    printParagraph(terminal, `Unsubscribed: ${unsubscribed.map(({ address }) => show(address)).join(', ')}.`);
}

function receiverLine({ colors }: Terminal, it: Receiver): string {
  const why = it.reason ?? it.last_error;
  const kept = it.outbox_id === undefined ? '' : ' · stored in the outbox';
  const repeat = it.possible_repeat ? ' · may have arrived twice' : '';
  const words = `${it.state}${kept}${repeat}${why === undefined ? '' : `: ${wordsOf(why)}`}`;
  const isBad = it.state === 'failed' || it.state === 'unconfirmed' || it.reason === 'too_late';
  return `  ${MARKS[it.state]} ${show(it.receiver)}  ${isBad ? colors.red(words) : colors.dim(words)}`;
}

function wordsOf(reason: string): string {
  return REASONS[reason] ?? show(reason);
}

function show(text: string): string {
  return oneLine(text, 300);
}
