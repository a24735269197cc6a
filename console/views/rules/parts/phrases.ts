import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read, useFleet } from '../../../api/index.ts';
import { LOCALES, useLanguage } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import { spanWords } from '../form/index.ts';
import type { Json, JsonObject } from '../form/index.ts';
import { wordOf } from './rule.ts';

/** Functions that put comparisons into words of the reader's language. */
export interface Phrases {
  /** Returns the subject of a comparison: `Phone events in 7 days`. */
  readonly label: (leaf: JsonObject) => string;
  /** Returns the condition of a comparison: `3 or more`. */
  readonly needed: (leaf: JsonObject, value?: Json) => string;
  /** Returns a number of a fact with its unit. */
  readonly value: (fact: string, value: Json) => string;
  /** Returns the unit of a fact, if it has one. */
  readonly unit: (fact: string) => string | undefined;
}

/** Returns words for comparisons; units come with the catalogue of facts, a moment later. */
export function usePhrases(): Phrases {
  const { id: fleet } = useFleet();
  const { say, language } = useLanguage();
  const catalogue = useQuery({
    ...read('/api/v1/fleets/{fleet}/facts', { params: { path: { fleet } } }),
    staleTime: Infinity,
  });
  return useMemo(() => {
    const units = new Map(catalogue.data?.items.map(({ fact, unit }) => [fact, unit]));
    return phrasesIn(say, LOCALES[language], units);
  }, [say, language, catalogue.data]);
}

/** Returns functions for the words of comparisons. Unlike `usePhrases`, it can be called outside of a component. */
export function phrasesIn(say: Say, locale: string, units: ReadonlyMap<string, string | undefined>): Phrases {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  const param = (name: string, value: Json): string => {
    if (name === 'type') return say.known(`facts.events_${wordOf(value)}`, { count: 2 }) ?? plain(value);
    return (name === 'rule' || name === 'group' ? undefined : spanWords(say, value)) ?? plain(value);
  };
  const plain = (value: Json): string =>
    typeof value === 'number'
      ? numbers.format(value)
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  const unitOf = (fact: string): string | undefined => {
    const unit = units.get(fact);
    if (unit === undefined || unit.startsWith('of ')) return undefined;
    return say.known(`rules.unit_${unit.replaceAll(' ', '_')}`) ?? unit;
  };
  const value = (fact: string, shown: Json): string => {
    if (Array.isArray(shown)) return shown.map((each) => value(fact, each)).join(', ');
    if (typeof shown === 'boolean') return say(shown ? 'rules.yes' : 'rules.no');
    const unit = unitOf(fact);
    return typeof shown === 'number' && unit !== undefined ? `${plain(shown)} ${unit}` : plain(shown);
  };
  const lower = (leaf: JsonObject): string => {
    const fact = wordOf(leaf['fact']);
    const params = (leaf['params'] ?? {}) as JsonObject;
    const given = Object.fromEntries(Object.entries(params).map(([name, each]) => [name, param(name, each)]));
    const missing = {
      type: say('rules.anyEvents'),
      window: '…',
      over: '…',
      rule: '…',
      over_kmph: '…',
      group: '…',
    };
    const key = params['group'] === undefined ? `facts.${fact}` : `facts.named ${fact}`;
    const label = say.known(key, { ...missing, ...given }) ?? fact;
    const path = leaf['path'];
    return typeof path === 'string' ? `${label} ${path.replace(/^\$\./, '')}` : label;
  };
  return {
    label: (leaf) => capital(lower(leaf)),
    unit: unitOf,
    value,
    needed(leaf, other) {
      const fact = wordOf(leaf['fact']);
      const operator = wordOf(leaf['operator']);
      const shown = other ?? leaf['value'] ?? '';
      if (operator === 'isKnown') return say(shown === true ? 'rules.needed_known' : 'rules.needed_unknown');
      if (operator === 'between' && Array.isArray(shown) && shown.length === 2)
        return say('rules.needed_between', { low: plain(shown[0]!), high: value(fact, shown[1]!) });
      const isFact = typeof shown === 'object' && shown !== null && !Array.isArray(shown);
      const words = isFact ? say('rules.otherFact', { label: lower(shown) }) : value(fact, shown);
      return say.known(`rules.needed_${operator}`, { value: words }) ?? `${operator} ${words}`;
    },
  };
}

/** Returns a text that begins with a capital, as a sentence does. */
function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}
