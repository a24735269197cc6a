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
import type { DeliveryState, AlertToDescribe, TripState } from '../../messages/format/index.ts';
import { didYouMean, quoted } from '../../rules/vocabulary/index.ts';
import { isFileName, readRuleFile } from '../files/index.ts';
import {
  CommandError,
  EXIT,
  clockOf,
  createApiClient,
  createTerminal,
  dayAndTime,
  driverOf,
} from '../terminal/index.ts';
import type { ApiClient, Terminal } from '../terminal/index.ts';
import { printDecision } from './decisionText.ts';
import type { DecisionAnswer } from './decisionText.ts';

/**
 * Explains a trip's decision: a sentence a rule, and the trace as a tree; of one rule alone when its id is named. With a
 * rule file it explains what that rule would decide about the stored trip, with the shared conditions of its folder.
 */
export async function explainTrip(
  asked: AskedTrip,
  options: { readonly fleet?: string; readonly json?: boolean; readonly rule?: string },
): Promise<number> {
  const { rule } = options;
  if (rule !== undefined && isFileName(rule)) return explainByFile(asked, { ...options, rule });
  const api = createApiClient(options.fleet ?? 'default');
  const whole = await api.call<TripAnswer>('GET', pathOf(asked));
  const answer = rule === undefined ? whole : onlyRule(whole, rule);
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else {
    const [alarms, zone] = [await alarmsBehind(api, answer), await clockOf(api)];
    printTrip(terminal, asked, { ...answer, alarms, zone });
  }
  return EXIT.ok;
}

/** What a trip's answer says about one rule. @throws CommandError when the rule had no part in the decision */
function onlyRule(answer: TripAnswer, rule: string): TripAnswer {
  const { decision, alerts, deliveries, deletions } = answer;
  const isMeant = (each: { readonly rule: string }): boolean => each.rule === rule;
  if (decision && !decision.rules.some(isMeant)) {
    const ids = decision.rules.map((each) => each.rule);
    throw new CommandError(
      `The rule ${quoted(rule)}${didYouMean(rule, ids)} was not published when the trip was evaluated. Name a file (${rule}.json) to simulate it on the trip.`,
    );
  }
  return {
    ...answer,
    decision: decision && {
      ...decision,
      rules: decision.rules.filter(isMeant),
      actions: decision.actions.filter(isMeant),
    },
    alerts: alerts.filter(isMeant),
    deliveries: deliveries.filter(isMeant),
    deletions: deletions.filter(isMeant),
  };
}

async function explainByFile(
  { driver, trip }: AskedTrip,
  options: { readonly fleet?: string; readonly json?: boolean; readonly rule: string },
): Promise<number> {
  const question = await readRuleFile(options.rule);
  const api = createApiClient(options.fleet ?? 'default');
  const decision = await api.call<DecisionAnswer>('POST', 'simulations', {
    ...question,
    trip: { driver_id: driver, trip_id: trip },
  });
  const terminal = createTerminal();
  if (options.json) terminal.json(decision);
  else {
    terminal.line(`Simulation of the rule in ${options.rule}; nothing was sent.`);
    printDecision(terminal, decision, await clockOf(api));
  }
  return EXIT.ok;
}

/** What is wrong for the whole fleet, for a trip that is not decided: it may be why. */
async function alarmsBehind(api: ApiClient, { state }: TripAnswer): Promise<{ readonly message: string }[]> {
  if (state !== 'waiting' && state !== 'parked') return [];
  return (await api.call<{ items: { message: string }[] }>('GET', 'alarms?open=true')).items;
}

/** Replay a trip: read and evaluate it again; with effects, what the ledger does not show as sent is sent. */
export async function replayTrip(
  asked: AskedTrip,
  options: {
    readonly fleet?: string;
    readonly json?: boolean;
    readonly effects?: boolean;
    readonly why?: string;
  },
): Promise<number> {
  const api = createApiClient(options.fleet ?? 'default');
  const effects = options.effects ?? false;
  const before = effects && !options.json ? await api.call<TripAnswer>('GET', pathOf(asked)) : undefined;
  const answer = await api.call<DecisionAnswer | { status: 'going_on' }>('POST', `${pathOf(asked)}/replay`, {
    effects,
    ...(options.why ? { why: options.why } : {}),
  });
  const terminal = createTerminal();
  if (options.json) terminal.json(answer);
  else if ('status' in answer) terminal.line('The replay continues; check the trip again later.');
  else if (before) {
    const after = await api.call<TripAnswer>('GET', pathOf(asked));
    const zone = await clockOf(api);
    terminal.line(whatChanged(before, after));
    printDecision(terminal, answer, zone);
    printStops(terminal, after, zone);
    printDeliveries(terminal, after);
  } else {
    terminal.line('Simulation of the published rules; nothing was sent.');
    printDecision(terminal, answer, await clockOf(api));
  }
  return EXIT.ok;
}

function whatChanged(before: TripAnswer, after: TripAnswer): string {
  const earlier = new Map(before.deliveries.map(({ id, state }) => [id, state]));
  const moved = after.deliveries.filter(({ id, state }) => earlier.get(id) !== state);
  const decided =
    after.revision === before.revision
      ? `Nothing changed since revision ${before.revision}`
      : `Evaluated as revision ${after.revision}`;
  if (moved.length === 0) return `${decided}; nothing was sent.`;
  return `${decided}; ${moved.length === 1 ? 'one delivery was' : `${moved.length} deliveries were`} resumed.`;
}

function pathOf({ driver, trip }: AskedTrip): string {
  return `trips/${encodeURIComponent(driver)}/${encodeURIComponent(trip)}`;
}

/** A trip by its driver's id and its own. */
interface AskedTrip {
  readonly driver: string;
  readonly trip: string;
}

/** A trip as the API explains it, as far as it is shown. */
export interface TripAnswer {
  readonly driver_name?: string;
  readonly state: TripState;
  readonly reason?: string;
  /** What it means that the clock of the trip's device was ahead. */
  readonly clock_note?: string;
  readonly revision: number;
  readonly first_received_at: string;
  readonly decision: DecisionAnswer | null;
  readonly alerts: readonly (AlertToDescribe & { readonly rule: string })[];
  readonly deliveries: readonly TripDelivery[];
  readonly deletions: readonly {
    readonly id: string;
    readonly rule: string;
    readonly state: string;
    readonly score_before?: number;
    readonly score_after?: number;
  }[];
}

/** A delivery as the API returns it, as far as it is shown. */
interface TripDelivery {
  readonly id: string;
  readonly rule: string;
  readonly action: string;
  readonly receiver: string;
  /** Why this recipient. */
  readonly because?: string;
  readonly state: DeliveryState;
  readonly reason?: string;
  readonly outbox_id?: string;
  readonly possible_repeat: boolean;
}

/** Prints a trip: where it stands, why each rule fired or not, and what became of what was to be sent. */
function printTrip(
  terminal: Terminal,
  asked: AskedTrip,
  answer: TripAnswer & { readonly alarms: readonly { readonly message: string }[]; readonly zone: string },
): void {
  const { colors } = terminal;
  const { zone } = answer;
  const { words } = stateBadge('trip', answer.state);
  const why = answer.reason === undefined ? '' : colors.dim(` (${oneLine(answer.reason, 500)})`);
  terminal.line(
    `${colors.bold(`Trip ${oneLine(asked.trip, 200)} of ${driverOf({ driver_id: asked.driver, ...(answer.driver_name !== undefined && { driver_name: answer.driver_name }) })}`)}: ${words.toLowerCase()}${why}`,
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

/** Prints of which rules that matched nobody was notified, or not at once, and why. */
function printStops(terminal: Terminal, { alerts }: Pick<TripAnswer, 'alerts'>, zone: string): void {
  const stopped = alerts.flatMap((alert) => {
    const words = stopWords(alert, 'en', zone);
    return words === undefined ? [] : [`  ${oneLine(alert.rule, 200)}: ${words}`];
  });
  if (stopped.length === 0) return;
  terminal.line(`\n${terminal.colors.bold('Alerts not sent')}`);
  for (const line of stopped) terminal.line(line);
}

/** Prints what was to be sent, and what became of it. */
function printDeliveries(
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
