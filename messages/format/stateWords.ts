import type { RuleOutcome } from '../../rules/evaluation/index.ts';
import type { Tone } from './palette.ts';

/** A state in words, with the symbol and tone it is shown in. */
export interface StateBadge {
  readonly words: string;
  readonly symbol: string;
  readonly tone: Tone;
}

/** Where a trip is on its way. */
export type TripState = 'waiting' | 'decided' | 'parked' | 'deleted' | 'gone';

/** Each state of a trip in words. */
export const TRIP_STATES: Readonly<Record<TripState, StateBadge & { readonly help: string }>> = {
  waiting: {
    words: 'Waiting',
    symbol: '…',
    tone: 'info',
    help: 'A notification was received; the trip data is not available yet.',
  },
  decided: {
    words: 'Evaluated',
    symbol: '✓',
    tone: 'good',
    help: 'The trip was read and the rules were evaluated.',
  },
  parked: {
    words: 'Parked',
    symbol: '‖',
    tone: 'warning',
    help: 'The trip data was not available in time. Replay the trip to try again.',
  },
  deleted: {
    words: 'Deleted',
    symbol: '✕',
    tone: 'neutral',
    help: 'The trip was deleted; its snapshot remains stored.',
  },
  gone: {
    words: 'Gone',
    symbol: '✕',
    tone: 'neutral',
    help: 'The trip is no longer at the analytics service.',
  },
};

/** Each outcome of a rule in words. */
export const OUTCOMES: Readonly<Record<RuleOutcome, StateBadge>> = {
  matched: { words: 'Matched', symbol: '✓', tone: 'critical' },
  failed: { words: 'Failed', symbol: '!', tone: 'warning' },
  unknown: { words: 'Unknown', symbol: '?', tone: 'warning' },
  not_matched: { words: 'Not matched', symbol: '–', tone: 'neutral' },
  out_of_scope: { words: 'Out of scope', symbol: '–', tone: 'neutral' },
};

/** Where a delivery is on its way. */
export type DeliveryState = 'pending' | 'sent' | 'held' | 'skipped' | 'unconfirmed' | 'failed';

/** Each state of a delivery in words. */
export const DELIVERY_STATES: Readonly<Record<DeliveryState, StateBadge>> = {
  pending: { words: 'Pending', symbol: '…', tone: 'info' },
  sent: { words: 'Sent', symbol: '✓', tone: 'good' },
  held: { words: 'Held', symbol: '‖', tone: 'warning' },
  skipped: { words: 'Skipped', symbol: '–', tone: 'neutral' },
  unconfirmed: { words: 'Unconfirmed', symbol: '?', tone: 'warning' },
  failed: { words: 'Failed', symbol: '!', tone: 'critical' },
};
