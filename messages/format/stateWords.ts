import type { RuleOutcome } from '../../rules/evaluation/index.ts';
import { TEXTS } from '../../texts/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { Tone } from './palette.ts';

/** A state in words, with the symbol and tone it is shown in. */
export interface StateBadge {
  readonly words: string;
  readonly symbol: string;
  readonly tone: Tone;
}

export type TripState = 'waiting' | 'decided' | 'parked' | 'deleted' | 'gone';

export type DeliveryState = 'pending' | 'sent' | 'held' | 'skipped' | 'unconfirmed' | 'failed';

/** The states of each kind of thing that a message names: a trip, a rule's outcome, a delivery and so on. */
interface States {
  readonly trip: TripState;
  readonly outcome: RuleOutcome;
  readonly delivery: DeliveryState;
}

/** Symbol and tone of each state, which repeat its words. */
const SIGNS: { readonly [Kind in keyof States]: Readonly<Record<States[Kind], Omit<StateBadge, 'words'>>> } =
  {
    trip: {
      waiting: { symbol: '…', tone: 'info' },
      decided: { symbol: '✓', tone: 'good' },
      parked: { symbol: '‖', tone: 'warning' },
      deleted: { symbol: '✕', tone: 'neutral' },
      gone: { symbol: '✕', tone: 'neutral' },
    },
    outcome: {
      matched: { symbol: '✓', tone: 'critical' },
      failed: { symbol: '!', tone: 'warning' },
      unknown: { symbol: '?', tone: 'warning' },
      not_matched: { symbol: '–', tone: 'neutral' },
      out_of_scope: { symbol: '–', tone: 'neutral' },
    },
    delivery: {
      pending: { symbol: '…', tone: 'info' },
      sent: { symbol: '✓', tone: 'good' },
      held: { symbol: '‖', tone: 'warning' },
      skipped: { symbol: '–', tone: 'neutral' },
      unconfirmed: { symbol: '?', tone: 'warning' },
      failed: { symbol: '!', tone: 'critical' },
    },
  };

/** Returns the badge of a trip's state, a rule's outcome, or a delivery's state. */
export function stateBadge<Kind extends keyof States>(
  kind: Kind,
  state: States[Kind],
  language: Language = 'en',
): StateBadge {
  const words = textsOf(language).known(`states.${kind}_${state}`) ?? state;
  return { words, ...SIGNS[kind][state] };
}

/** Returns the meaning of a trip's state, in a sentence. */
export function tripHelp(state: TripState, language: Language = 'en'): string {
  return textsOf(language)(`states.tripHelp_${state}`);
}

const REASON = 'tripReason_';
/** The stored reasons for a trip's state, with the names of their texts. A detail is between `before` and `after`. */
const REASONS: readonly {
  readonly before: string;
  readonly after: string | undefined;
  readonly key: string;
}[] = Object.entries(TEXTS.en.states)
  .filter(([name]) => name.startsWith(REASON))
  .map(([name, text]) => {
    const [before = '', after] = text.split('{detail}');
    return { before, after, key: `states.${name}` };
  });

/** Explains why a trip is in its state: the usual reasons have a text, any other is shown as it was stored. */
export function tripReasonWords(reason: string, language: Language): string {
  const known = REASONS.find(({ before, after }) =>
    after === undefined ? reason === before : reason.startsWith(before) && reason.endsWith(after),
  );
  if (!known) return reason;
  const detail = reason.slice(known.before.length, reason.length - (known.after ?? '').length);
  return textsOf(language).known(known.key, { detail }) ?? reason;
}
