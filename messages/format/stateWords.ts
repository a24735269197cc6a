import type { RuleOutcome } from '../../rules/evaluation/index.ts';
import { textsOf } from '../language/index.ts';
import type { Language } from '../language/index.ts';
import type { Tone } from './palette.ts';

/** A state in words, with the symbol and tone it is shown in. */
export interface StateBadge {
  readonly words: string;
  readonly symbol: string;
  readonly tone: Tone;
}

/** Where a trip is on its way. */
export type TripState = 'waiting' | 'decided' | 'parked' | 'deleted' | 'gone';

type Signs = Omit<StateBadge, 'words'>;

const TRIP_SIGNS: Readonly<Record<TripState, Signs>> = {
  waiting: { symbol: '…', tone: 'info' },
  decided: { symbol: '✓', tone: 'good' },
  parked: { symbol: '‖', tone: 'warning' },
  deleted: { symbol: '✕', tone: 'neutral' },
  gone: { symbol: '✕', tone: 'neutral' },
};

/** How a trip stands, and what that means. */
export function tripBadge(
  state: TripState,
  language: Language = 'en',
): StateBadge & { readonly help: string } {
  const say = textsOf(language);
  return {
    words: say(`states.trip_${state}`),
    ...TRIP_SIGNS[state],
    help: say(`states.tripHelp_${state}`),
  };
}

const OUTCOME_SIGNS: Readonly<Record<RuleOutcome, Signs>> = {
  matched: { symbol: '✓', tone: 'critical' },
  failed: { symbol: '!', tone: 'warning' },
  unknown: { symbol: '?', tone: 'warning' },
  not_matched: { symbol: '–', tone: 'neutral' },
  out_of_scope: { symbol: '–', tone: 'neutral' },
};

/** A rule's outcome. */
export function outcomeBadge(outcome: RuleOutcome, language: Language = 'en'): StateBadge {
  return { words: textsOf(language)(`states.outcome_${outcome}`), ...OUTCOME_SIGNS[outcome] };
}

/** Where a delivery is on its way. */
export type DeliveryState = 'pending' | 'sent' | 'held' | 'skipped' | 'unconfirmed' | 'failed';

const DELIVERY_SIGNS: Readonly<Record<DeliveryState, Signs>> = {
  pending: { symbol: '…', tone: 'info' },
  sent: { symbol: '✓', tone: 'good' },
  held: { symbol: '‖', tone: 'warning' },
  skipped: { symbol: '–', tone: 'neutral' },
  unconfirmed: { symbol: '?', tone: 'warning' },
  failed: { symbol: '!', tone: 'critical' },
};

/** Where a delivery is on its way, whatever it delivers. */
export function deliveryStateBadge(state: DeliveryState, language: Language = 'en'): StateBadge {
  return { words: textsOf(language)(`states.delivery_${state}`), ...DELIVERY_SIGNS[state] };
}
