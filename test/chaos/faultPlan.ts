import { randomOf, shuffled } from './random.ts';
import type { Mode } from './standIn/mode.ts';

/** The processes of a run. */
export type ProcessName =
  | 'server-1'
  | 'server-2'
  | 'worker-1'
  | 'worker-2'
  | 'temporal'
  | 'postgres'
  | 'slack'
  | 'smtp'
  | 'webhooks'
  | 'analytics';

/** The fake services whose faults can be switched on. */
export const MOODY = ['slack', 'smtp', 'webhooks', 'analytics'] as const;
/** A fake service whose faults can be switched on. */
export type Moody = (typeof MOODY)[number];

/** A kind of fault and its target. */
export type FaultKind =
  | { readonly kind: 'kill' | 'freeze' | 'restart' | 'down'; readonly target: ProcessName }
  /** Kills both workers as soon as a message has reached its receiver, because that is the worst moment. */
  | { readonly kind: 'kill_at_message'; readonly target: 'workers' }
  | { readonly kind: 'mode'; readonly target: Moody; readonly mode: Mode }
  /** Accepts every connection and answers none, for as long as an outage lasts. */
  | { readonly kind: 'mute'; readonly target: Moody };

/** A fault with its delay after the previous one and its duration. */
export type Fault = FaultKind & { readonly afterMs: number; readonly ms: number };

/** The seed, frequency and severity of a run's faults. */
export interface Weather {
  readonly seed: number;
  /** Mean time between the beginnings of two faults. */
  readonly everyMs: number;
  /** Duration of one outage of Temporal, the analytics service or a receiver. */
  readonly downMs: readonly [least: number, most: number];
}

const kill = (target: ProcessName): FaultKind => ({ kind: 'kill', target });
const freeze = (target: ProcessName): FaultKind => ({ kind: 'freeze', target });
const restart = (target: ProcessName): FaultKind => ({ kind: 'restart', target });
const down = (target: ProcessName): FaultKind => ({ kind: 'down', target });
const mode = (target: Moody, its: Mode): FaultKind => ({
  kind: 'mode',
  target,
  mode: its,
});
const atMessage: FaultKind = { kind: 'kill_at_message', target: 'workers' };

const EVERYBODY = ['server-1', 'server-2', 'worker-1', 'worker-2', 'temporal', 'postgres', ...MOODY] as const;

/** First part of every run's opening, in an order that depends on the seed: faults that keep trips from being evaluated. */
const BEFORE_MESSAGES: readonly FaultKind[] = [
  ...EVERYBODY.map(kill),
  freeze('worker-1'),
  restart('postgres'),
  down('temporal'),
  down('analytics'),
  mode('analytics', 'takes_and_drops'),
  mode('analytics', 'broken'),
];
/** Second part of the opening: faults that affect messages, which are being sent by then. */
const AT_MESSAGES: readonly FaultKind[] = [
  ...(['slack', 'smtp', 'webhooks'] as const).map((target) => mode(target, 'takes_and_drops')),
  mode('smtp', 'cuts'),
  mode('webhooks', 'bad_gateway'),
  mode('slack', 'limits'),
  mode('webhooks', 'broken'),
  atMessage,
  atMessage,
];
/**
 * Last part of the opening: processes that answer late or never. It has random numbers of its own, so that the rest of a
 * seed's plan does not depend on it.
 */
const WITHOUT_AN_ANSWER: readonly FaultKind[] = [
  mode('slack', 'hangs'),
  mode('webhooks', 'takes_and_hangs'),
  mode('analytics', 'hangs'),
  freeze('server-1'),
  freeze('postgres'),
];
/** Number of faults in the opening, which every run goes through. */
export const OPENING_FAULTS = BEFORE_MESSAGES.length + AT_MESSAGES.length + WITHOUT_AN_ANSWER.length;

/** Faults after the opening: all of them repeat in rounds, each round in another order. */
const DECK: readonly FaultKind[] = [
  ...[...EVERYBODY, 'worker-1' as const, 'worker-2' as const].map(kill),
  ...EVERYBODY.map(freeze),
  restart('postgres'),
  atMessage,
  atMessage,
  atMessage,
  ...(['takes_and_drops', 'takes_and_hangs', 'hangs', 'limits', 'broken'] as const).flatMap((its) =>
    MOODY.map((target) => mode(target, its)),
  ),
  ...MOODY.map((target) => mode(target, 'cuts')),
  mode('webhooks', 'bad_gateway'),
];

/** Long faults, added to one round in `DECKS_AN_OUTAGE`. */
const OUTAGES: readonly FaultKind[] = [
  ...(['temporal', ...MOODY] as const).map(down),
  { kind: 'mute', target: 'slack' },
  { kind: 'mute', target: 'smtp' },
];
const DECKS_AN_OUTAGE = 3;

/** Duration of a freeze. It is shorter than a claim, so that a worker that resumes still holds its claims. */
export const FREEZE_MS = 10_000;

/** Yields the faults of a seed without end. */
export function* faultPlan(weather: Weather): Generator<Fault, never> {
  const usual = randomOf('faults', weather.seed);
  const late = randomOf('faults without an answer', weather.seed);
  let random = usual;
  const between = ([least, most]: readonly [number, number]): number => least + random() * (most - least);
  const lasting = (fault: FaultKind): number => {
    if (fault.kind === 'freeze') return FREEZE_MS;
    if (fault.kind === 'down' || fault.kind === 'mute') return between(weather.downMs);
    if (fault.kind !== 'mode') return between([0, 2_500]);
    // Short, because a second attempt in the same mood leaves the message unconfirmed, and that must stay the exception.
    return fault.mode === 'cuts' || fault.mode === 'bad_gateway'
      ? between([2_000, 4_000])
      : between([3_000, 8_000]);
  };
  const timed = (fault: FaultKind): Fault => ({
    ...fault,
    afterMs: Math.round(between([0.4, 1.6]) * weather.everyMs),
    ms: Math.round(lasting(fault)),
  });
  for (const fault of [...shuffled(BEFORE_MESSAGES, usual), ...shuffled(AT_MESSAGES, usual)])
    yield timed(fault);
  random = late;
  for (const fault of shuffled(WITHOUT_AN_ANSWER, late)) yield timed(fault);
  random = usual;
  for (let round = 1; ; round += 1) {
    const outages = round % DECKS_AN_OUTAGE === 1 ? OUTAGES : [];
    for (const fault of shuffled([...DECK, ...outages], usual)) yield timed(fault);
  }
}

/** Returns a fault in a few words. */
export function wordsOf(fault: FaultKind): string {
  switch (fault.kind) {
    case 'kill':
      return `${fault.target} killed`;
    case 'freeze':
      return `${fault.target} stopped for ten seconds`;
    case 'restart':
      return `${fault.target} restarted`;
    case 'down':
      return `${fault.target} down`;
    case 'mute':
      return `${fault.target} mute`;
    case 'kill_at_message':
      return 'both workers killed at a message';
    case 'mode':
      return `${fault.target} ${MOODS[fault.mode]}`;
  }
}

const MOODS: Readonly<Record<Mode, string>> = {
  well: 'well',
  takes_and_drops: 'accepts and drops the answer',
  takes_and_hangs: 'accepts and does not answer',
  hangs: 'does not answer',
  limits: 'answers 429',
  broken: 'answers 5xx',
  cuts: 'takes nothing and cuts the line',
  bad_gateway: 'answers 502',
};
