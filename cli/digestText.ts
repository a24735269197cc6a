import { oneLine } from '../messages/plainText.ts';
import { printParagraph } from './terminal.ts';
import type { Terminal } from './terminal.ts';

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
  nobody_wants_it: 'nobody wants it',
  nobody_reached: 'it reached nobody',
  unsubscribed: 'unsubscribed',
  too_late: 'the receiver could not be reached in time',
};

/** Prints sendings, newest first, with every receiver. */
export function printDigestRuns(terminal: Terminal, { items, unsubscribed }: DigestRunList): void {
  const { colors } = terminal;
  if (items.length === 0) printParagraph(terminal, 'Nothing was sent of it yet.');
  for (const run of items) {
    const asked =
      run.origin === 'on_demand' ? `, asked for by ${show(run.who ?? '')}: ${show(run.why ?? '')}` : '';
    const reason = run.reason === undefined ? '' : ` (${wordsOf(run.reason)})`;
    const state = `${STATES[run.state]}${reason}`;
    terminal.line(
      `${colors.bold(`${run.period.from} to ${run.period.to}`)}  ${run.state === 'failed' ? colors.red(state) : state}${colors.dim(`  ${run.at}${asked}`)}`,
    );
    for (const receiver of run.receivers) terminal.line(receiverLine(terminal, receiver));
    for (const caveat of run.caveats) terminal.line(`  ${colors.yellow('!')} ${show(caveat)}`);
  }
  if (unsubscribed.length > 0)
    printParagraph(terminal, `Unsubscribed: ${unsubscribed.map(({ address }) => show(address)).join(', ')}.`);
}

function receiverLine({ colors }: Terminal, it: Receiver): string {
  const why = it.reason ?? it.last_error;
  const kept = it.outbox_id === undefined ? '' : ' · kept in the outbox';
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
