import { randomOf, shuffled } from './random.ts';
import type { Mode } from './standIn/mode.ts';

/** Every process of a run. */
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

/** The stand-ins whose faults can be switched on. */
export const MOODY = ['slack', 'smtp', 'webhooks', 'analytics'] as const;
/** One of them. */
export type Moody = (typeof MOODY)[number];

/** What is done to whom. */
export type FaultKind =
  | { readonly kind: 'kill' | 'freeze' | 'restart' | 'down'; readonly target: ProcessName }
  /** Both workers are killed as soon as a message has reached its receiver: where it hurts most. */
  | { readonly kind: 'kill_at_message'; readonly target: 'workers' }
  | { readonly kind: 'mode'; readonly target: Moody; readonly mode: Mode }
  /** Takes every connection and answers none, for as long as an outage lasts. */
  | { readonly kind: 'mute'; readonly target: Moody };

/** One fault, so long after the one before, for so long. */
export type Fault = FaultKind & { readonly afterMs: number; readonly ms: number };

/** How hard a run is. */
export interface Weather {
  readonly seed: number;
  /** Mean time between the beginnings of two faults. */
  readonly everyMs: number;
  /** How long Temporal, the analytics service and the receivers are unavailable for once. */
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

/** A run of any length begins with these, in an order of its seed: what keeps trips from being worked on … */
const BEFORE_MESSAGES: readonly FaultKind[] = [
  ...EVERYBODY.map(kill),
  freeze('worker-1'),
  restart('postgres'),
  down('temporal'),
  down('analytics'),
  mode('analytics', 'takes_and_drops'),
  mode('analytics', 'broken'),
];
/** … then, with messages under way that can suffer from it, what befalls these. */
const AT_MESSAGES: readonly FaultKind[] = [
  ...(['slack', 'smtp', 'webhooks'] as const).map((target) => mode(target, 'takes_and_drops')),
  mode('smtp', 'cuts'),
  mode('webhooks', 'bad_gateway'),
  mode('slack', 'limits'),
  mode('webhooks', 'broken'),
  atMessage,
  atMessage,
];
/** … and last, who answers late or never. Dealt from a chance of its own: what the seed deals besides stays as it was. */
const WITHOUT_AN_ANSWER: readonly FaultKind[] = [
  mode('slack', 'hangs'),
  mode('webhooks', 'takes_and_hangs'),
  mode('analytics', 'hangs'),
  freeze('server-1'),
  freeze('postgres'),
];
/** How many faults a run of any length meets. */
export const OPENING_FAULTS = BEFORE_MESSAGES.length + AT_MESSAGES.length + WITHOUT_AN_ANSWER.length;

/** Then all of these, again and again, each time in another order. */
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

/** Each is long, and comes with one deck in so many. */
const OUTAGES: readonly FaultKind[] = [
  ...(['temporal', ...MOODY] as const).map(down),
  { kind: 'mute', target: 'slack' },
  { kind: 'mute', target: 'smtp' },
];
const DECKS_AN_OUTAGE = 3;

/** "Stopped for ten seconds": less than a claim is held for, so that who goes on late is still the one. */
export const FREEZE_MS = 10_000;

/** The faults of a seed, without end. */
export function* faultPlan(weather: Weather): Generator<Fault, never> {
  const usual = randomOf('faults', weather.seed);
  const late = randomOf('faults without an answer', weather.seed);
  let random = usual;
  const between = ([least, most]: readonly [number, number]): number => least + random() * (most - least);
  const lasting = (fault: FaultKind): number => {
    if (fault.kind === 'freeze') return FREEZE_MS;
    if (fault.kind === 'down' || fault.kind === 'mute') return between(weather.downMs);
    if (fault.kind !== 'mode') return between([0, 2_500]);
    // A second attempt that meets the same leaves a message unconfirmed: some do, and most are reported.
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

/** A fault in a few words. */
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
