import { actionWords, deliveryLook, reasonWords } from '../messages/deliveryWords.ts';
import { oneLine } from '../messages/plainText.ts';
import { stopWord } from '../messages/stopWord.ts';
import type { Decision } from '../rules/decision.ts';
import type { ActiveDelivery } from '../store/activity.ts';
import { isInOutbox } from '../store/deliveries.ts';
import type { Terminal } from './terminal.ts';

type Colors = Terminal['colors'];
type OfTrip = { readonly driverId: string; readonly tripId: string };

const MARKS = { sent: '✉', held: '⏸', failed: '✗', unconfirmed: '?', skipped: '–', pending: '…' } as const;
const LONGEST = 200;

/** `● d-7 1795244763950: Hard braking (throttled), Long drive`. */
export function decisionLine(colors: Colors, row: OfTrip & { readonly decision: Decision }): string {
  const { rules } = row.decision;
  const counting = rules.filter((rule) => !rule.trial);
  const matched = counting.filter((rule) => rule.outcome === 'matched');
  const trip = `${show(row.driverId)} ${show(row.tripId)}`;
  if (rules.length === 0) return `${colors.dim('○')} ${trip}: ${colors.dim('no rule is published')}`;
  if (matched.length === 0) {
    const of = counting.length === 0 ? '' : ` of ${counting.length}`;
    return `${colors.dim('○')} ${trip}: ${colors.dim(`no rule${of} fired`)}`;
  }
  const names = matched.map((rule) => {
    const stop = stopWord(row.decision, rule);
    return `${paint(colors, rule.severity, show(rule.name))}${stop ? colors.dim(` (${stop})`) : ''}`;
  });
  return `${colors.yellow('●')} ${trip}: ${names.join(', ')}`;
}

/** `  ✉ Slack #fleet-safety · d-7 · long-drive · kept in the outbox`. */
export function deliveryLine(colors: Colors, row: ActiveDelivery): string {
  const { action, state, reason } = row;
  const inOutbox = isInOutbox(row);
  const look = deliveryLook({ action, state, inOutbox, ...(reason === null ? {} : { reason }) });
  const of = row.rule === '' ? '· digest' : `· ${show(row.driverId)} · ${show(row.rule)}`;
  const why = reasonWords(reason);
  const note = why === undefined ? '' : ` ${colors.yellow(show(why))}`;
  if (action === 'delete_trip')
    return state === 'sent'
      ? `  ${colors.green('✓')} ${look.words} ${of} · ${show(row.tripId)}`
      : `  ${MARKS[state]} Deletion: ${look.words.toLowerCase()} ${of}${note}`;
  const usual = state === 'sent' && !inOutbox;
  const words = usual ? '' : ` · ${state === 'failed' ? colors.red('failed') : look.words.toLowerCase()}`;
  return `  ${MARKS[state]} ${actionWords(action)} ${colors.cyan(show(row.receiver))} ${colors.dim(of)}${colors.dim(words)}${note}`;
}

/** `  ⏸ Deletion 3 waits for approval · d-15 · invalid-trip · trip 1795245979749`. */
export function deletionLine(
  colors: Colors,
  row: OfTrip & { readonly id: string; readonly rule: string },
): string {
  return `  ⏸ ${colors.yellow(`Deletion ${row.id} waits for approval`)} ${colors.dim(`· ${show(row.driverId)} · ${show(row.rule)} · trip ${show(row.tripId)}`)}`;
}

/** `… d-7 1795244763950: announced 07:33:39, it cannot be read yet`. */
export function waitingLine(colors: Colors, row: OfTrip & { readonly at: Date }): string {
  return `${colors.dim('…')} ${show(row.driverId)} ${show(row.tripId)}: ${colors.dim(`announced ${clock(row.at)}, waiting: it cannot be read yet`)}`;
}

/** What is wrong for the whole fleet, or is well again. */
export function alarmLine(
  colors: Colors,
  alarm: { readonly kind: string; readonly message: string; readonly clearedAt: Date | null },
): string {
  const message = oneLine(alarm.message, 500);
  if (alarm.clearedAt === null) return colors.red(`✗ ${message}`);
  const [what = message] = message.split(/[:.] /);
  return colors.green(`✓ Over: ${what.replace(/\.$/, '')}.`);
}

/** A time of day on this machine's clock. */
export function clock(at: Date): string {
  return at.toTimeString().slice(0, 8);
}

/** Names come from outside: no line break and no control character reaches the terminal. */
function show(text: string): string {
  return oneLine(text, LONGEST);
}

function paint(colors: Colors, severity: string, text: string): string {
  if (severity === 'critical') return colors.red(colors.bold(text));
  return severity === 'warning' ? colors.yellow(text) : text;
}
