import type { JsonObject } from './json.ts';

/** A starter for a new rule: the conditions of an example rule, still without recipients. */
export interface Starter {
  readonly id: 'empty' | 'collision' | 'phone' | 'score' | 'speeding' | 'night';
  readonly document: JsonObject;
}

/** Starters for new rules; the first is empty. */
export const STARTERS: readonly Starter[] = [
  { id: 'empty', document: { severity: 'warning', mode: 'live', conditions: { all: [] } } },
  {
    id: 'score',
    document: {
      severity: 'warning',
      mode: 'live',
      conditions: {
        all: [
          { fact: 'driver.score_change', params: { over: '7d' }, operator: 'lessThanInclusive', value: -10 },
        ],
      },
      trigger: 'becomes_true',
    },
  },
  {
    id: 'phone',
    document: {
      severity: 'warning',
      mode: 'live',
      conditions: {
        all: [
          {
            fact: 'driver.events.count',
            params: { type: 'PHONE_USE', window: '7d' },
            operator: 'greaterThanInclusive',
            value: 3,
          },
        ],
      },
      trigger: 'becomes_true',
    },
  },
  {
    id: 'collision',
    document: {
      severity: 'critical',
      mode: 'live',
      conditions: {
        all: [
          {
            fact: 'trip.events.count',
            params: { type: 'COLLISION' },
            operator: 'greaterThanInclusive',
            value: 1,
          },
        ],
      },
    },
  },
  {
    id: 'speeding',
    document: {
      severity: 'warning',
      mode: 'live',
      conditions: {
        any: [
          { fact: 'trip.events.max_excess_kmph', operator: 'greaterThanInclusive', value: 40 },
          {
            fact: 'trip.speeding_seconds',
            params: { over_kmph: 20 },
            operator: 'greaterThanInclusive',
            value: 120,
          },
        ],
      },
    },
  },
  {
    id: 'night',
    document: {
      severity: 'info',
      mode: 'live',
      conditions: {
        all: [
          { fact: 'trip.local_hour', operator: 'between', value: [0, 3] },
          { fact: 'trip.duration_seconds', operator: 'greaterThanInclusive', value: 3600 },
        ],
      },
    },
  },
];

/** Returns the id of a rule from its name, reduced to small letters, digits and hyphens, at most 63 characters. */
export function idOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, 63)
    .replace(/^-|-$/g, '');
}
