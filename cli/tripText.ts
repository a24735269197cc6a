import { actionWords, deliveryLook, reasonWords, scoresWords } from '../messages/deliveryWords.ts';
import { oneLine } from '../messages/plainText.ts';
import { TRIP_STATES } from '../messages/stateWords.ts';
import type { DeliveryState, TripState } from '../messages/stateWords.ts';
import { stopWords } from '../messages/stopWords.ts';
import type { ToldAlert } from '../messages/stopWords.ts';
import type { Decision } from '../rules/decision.ts';
import { printDecision } from './decisionText.ts';
import type { Terminal } from './terminal.ts';

/** A trip by its driver's id and its own. */
export interface AskedTrip {
  readonly driver: string;
  readonly trip: string;
}

/** A trip as the API explains it, as far as it is shown. */
export interface TripAnswer {
  readonly state: TripState;
  readonly reason?: string;
  readonly revision: number;
  readonly announced_at: string;
  readonly decision: Decision | null;
  /** Absent at servers that are older than this command. */
  readonly alerts?: readonly (ToldAlert & { readonly rule: string })[];
  readonly deliveries: readonly TripDelivery[];
  readonly deletions: readonly {
    readonly id: string;
    readonly rule: string;
    readonly state: string;
    readonly score_before?: number;
    readonly score_after?: number;
  }[];
}

/** A delivery as the API tells it, as far as it is shown. */
export interface TripDelivery {
  readonly id: string;
  readonly rule: string;
  readonly action: string;
  readonly receiver: string;
  readonly state: DeliveryState;
  readonly reason?: string;
  readonly outbox_id?: string;
  readonly possible_repeat: boolean;
}

/** Prints a trip: where it stands, why each rule fired or not, and what became of what was to be sent. */
export function printTrip(
  terminal: Terminal,
  asked: AskedTrip,
  answer: TripAnswer & { readonly alarms: readonly { readonly message: string }[] },
): void {
  const { colors } = terminal;
  const { words, help } = TRIP_STATES[answer.state];
  const why = answer.reason === undefined ? '' : colors.dim(` (${oneLine(answer.reason, 500)})`);
  terminal.line(
    `${colors.bold(`Trip ${oneLine(asked.trip, 200)} of ${oneLine(asked.driver, 200)}`)}: ${words.toLowerCase()}${why}`,
  );
  if (answer.state === 'waiting')
    terminal.line(
      `Announced ${new Date(answer.announced_at).toTimeString().slice(0, 8)}; it cannot be read yet. Tripline looks again by itself, for as long as TRIP_READABLE_WAIT says (24h unless set), and then parks it.`,
    );
  else if (!answer.decision) terminal.line(help);
  for (const { message } of answer.alarms) terminal.line(colors.red(`! ${oneLine(message, 500)}`));
  if (answer.decision) printDecision(terminal, answer.decision);
  printStops(terminal, answer);
  printDeliveries(terminal, answer);
}

/** Prints of which rules that matched nobody was told, or not at once, and why. */
export function printStops(terminal: Terminal, { alerts = [] }: Pick<TripAnswer, 'alerts'>): void {
  const stopped = alerts.flatMap((alert) => {
    const words = stopWords(alert);
    return words === undefined ? [] : [`  ${oneLine(alert.rule, 200)}: ${words}`];
  });
  if (stopped.length === 0) return;
  terminal.line(`\n${terminal.colors.bold('Alerts held back')}`);
  for (const line of stopped) terminal.line(line);
}

/** Prints what was to be sent, and what became of it. */
export function printDeliveries(
  terminal: Terminal,
  { deliveries, deletions }: Pick<TripAnswer, 'deliveries' | 'deletions'>,
): void {
  if (deliveries.length === 0) return;
  terminal.line(`\n${terminal.colors.bold('Deliveries')}`);
  for (const each of deliveries) terminal.line(`  ${deliveryText(terminal, each, deletions)}`);
}

function deliveryText(
  { colors }: Terminal,
  delivery: TripDelivery,
  deletions: TripAnswer['deletions'],
): string {
  const { action, receiver, rule, possible_repeat: repeat, outbox_id: outboxId } = delivery;
  const { words } = deliveryLook({ ...delivery, inOutbox: outboxId !== undefined });
  const isDeletion = action === 'delete_trip';
  const deletion = deletions.find((each) => each.rule === rule);
  const id = deletion?.id;
  const scores =
    isDeletion && deletion
      ? scoresWords({ scoreBefore: deletion.score_before, scoreAfter: deletion.score_after })
      : undefined;
  const to = isDeletion ? (id === undefined ? '' : ` ${id}`) : ` to ${colors.cyan(oneLine(receiver, 200))}`;
  const why = reasonWords(delivery.reason);
  return `${actionWords(action)}${to} for ${oneLine(rule, 200)}: ${words.toLowerCase()}${repeat ? ' (possible repeat)' : ''}${why === undefined ? '' : colors.dim(`, ${oneLine(why, 500)}`)}${scores === undefined ? '' : colors.dim(` ${scores}`)}`;
}
