import type { Answer } from '../../api/index.ts';
import {
  actionWords,
  deliveryBadge,
  oneLine,
  reasonWords,
  scoresWords,
  stopWords,
  stateBadge,
  tripHelp,
} from '../../messages/format/index.ts';
import { dayAndTime, driverOf } from '../terminal/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { printDecision } from './decision.ts';

/** A trip, named by its driver's id and its own id. */
export interface NamedTrip {
  readonly driver: string;
  readonly trip: string;
}

/** Path of a trip in the API. */
export const TRIP = 'trips/{driver_id}/{trip_id}';

/** A trip as the API explains it. */
export type TripAnswer = Answer<typeof TRIP>;

/** Returns the path parameters of a trip. */
export function tripParams({ driver, trip }: NamedTrip): {
  readonly driver_id: string;
  readonly trip_id: string;
} {
  return { driver_id: driver, trip_id: trip };
}

/** Prints a trip: its state, why each rule matched or not, and the state of its deliveries. */
export function printTrip(
  terminal: Terminal,
  asked: NamedTrip,
  answer: TripAnswer & { readonly alarms: readonly { readonly message: string }[]; readonly zone: string },
): void {
  const { colors } = terminal;
  const { zone } = answer;
  const { words } = stateBadge('trip', answer.state);
  const why = answer.reason === undefined ? '' : colors.dim(` (${oneLine(answer.reason, 500)})`);
  terminal.line(
    `${colors.bold(`Trip ${oneLine(asked.trip, 200)} of ${driverOf(answer)}`)}: ${words.toLowerCase()}${why}`,
  );
  if (answer.state === 'waiting')
    terminal.line(
      `Received ${dayAndTime(answer.first_received_at, zone)} (${zone}); waiting for trip data. Tripline retries for TRIP_READABLE_WAIT (24h unless set), then parks the trip.`,
    );
  else if (!answer.decision) terminal.line(tripHelp(answer.state));
  if (answer.clock_note !== undefined) terminal.line(colors.yellow(`! ${oneLine(answer.clock_note, 500)}`));
  for (const { message } of answer.alarms) terminal.line(colors.red(`! ${oneLine(message, 500)}`));
  if (answer.decision) printDecision(terminal, answer.decision, zone);
  printStops(terminal, answer, zone);
  printDeliveries(terminal, answer);
}

/** Prints matched rules whose alerts were stopped or delayed, and the reasons. */
export function printStops(terminal: Terminal, { alerts }: Pick<TripAnswer, 'alerts'>, zone: string): void {
  const stopped = alerts.flatMap((alert) => {
    const words = stopWords(alert, 'en', zone);
    return words === undefined ? [] : [`  ${oneLine(alert.rule, 200)}: ${words}`];
  });
  if (stopped.length === 0) return;
  terminal.line(`\n${terminal.colors.bold('Alerts not sent')}`);
  for (const line of stopped) terminal.line(line);
}

/** Prints the deliveries and their state. */
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
  delivery: TripAnswer['deliveries'][number],
  deletions: TripAnswer['deletions'],
): string {
  const { action, receiver, rule = '', possible_repeat: repeat, outbox_id: outboxId } = delivery;
  const { words } = deliveryBadge({ ...delivery, inOutbox: outboxId !== undefined });
  const isDeletion = action === 'delete_trip';
  const deletion = deletions.find((each) => each.rule === rule);
  const id = deletion?.id;
  const scores =
    isDeletion && deletion
      ? scoresWords({ scoreBefore: deletion.score_before, scoreAfter: deletion.score_after })
      : undefined;
  const to = isDeletion ? (id === undefined ? '' : ` ${id}`) : ` to ${colors.cyan(oneLine(receiver, 200))}`;
  const why = reasonWords(delivery.reason);
  const because =
    delivery.because === undefined ? '' : colors.dim(`\n    ${oneLine(delivery.because, 500)}.`);
  return `${actionWords(action)}${to} for ${oneLine(rule, 200)}: ${words.toLowerCase()}${repeat ? ' (possible duplicate)' : ''}${why === undefined ? '' : colors.dim(`, ${oneLine(why, 500)}`)}${scores === undefined ? '' : colors.dim(` ${scores}`)}${because}`;
}
