import type { Answer } from '../../api/index.ts';
import { oneLine } from '../../messages/format/index.ts';
import type { Shown } from '../declaration/index.ts';
import { dayAndTime, printParagraph } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';

type Runs = Answer<'digests/{id}/runs'>;
type Receiver = Runs['items'][number]['receivers'][number];

/** Returns 1 when the newest run did not reach every recipient. */
export function exitCode({ items: [newest] }: Runs): 0 | 1 {
  const isMissed =
    newest?.state === 'failed' ||
    newest?.receivers.some(
      ({ state, reason }) =>
        state === 'failed' || state === 'unconfirmed' || (state === 'skipped' && reason === 'too_late'),
    );
  return isMissed ? 1 : 0;
}

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

/** Prints runs, newest first, with every recipient. Times are in the zone of the command. */
export async function print({ items, unsubscribed }: Runs, { terminal, zone: clock }: Shown): Promise<void> {
  const zone = await clock();
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
