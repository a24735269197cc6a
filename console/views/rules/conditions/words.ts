import { useMemo } from 'react';
import { useSay } from '../../../language/index.ts';
import type { Say } from '../../../language/index.ts';
import type { Fact, Json, JsonObject } from '../form/index.ts';
import { shownText, spanWords } from '../form/index.ts';

/** A part of a fact's name in a sentence: words, or a parameter that is chosen inside the sentence. */
export type Piece =
  { readonly kind: 'words'; readonly text: string } | { readonly kind: 'param'; readonly name: string };

/** The words for facts in the form, in the reader's language. */
export interface FactWords {
  /**
   * Returns the name in pieces, with its parameters open. `phone events in 7 days` has a parameter, words,
   * and a parameter.
   */
  pieces(fact: Fact): readonly Piece[];
  /** Returns the name without parameters, for a list: `events in a period`. */
  name(fact: Fact | undefined, id: string): string;
  /** Returns the name with its parameters, for a sentence: `phone events in 7 days`. */
  phrase(fact: Fact, params: JsonObject): string;
  /** Returns an operator in a sentence: `is at least`. */
  operator(operator: string, fact: Fact | undefined): string;
  /**
   * Returns the explanation of a fact or of a template's name. If the catalogue has none, returns
   * `otherwise`, the API's explanation.
   */
  help(id: string, otherwise: string): string;
  /** Returns a unit as the reader writes it. */
  unit(fact: Fact | undefined): string | undefined;
  /** Returns an event type, in the plural. */
  eventType(type: Json | undefined): string;
  /** Returns the owner of a fact: the trip, the driver, the fleet or the group. */
  owner(id: string): string;
}

const OF_TIMES = ['lessThan', 'lessThanInclusive', 'greaterThan', 'greaterThanInclusive'];
const MARK = '\u0002';
const OWNERS = ['trip', 'driver', 'fleet', 'group'] as const;
const UNITS = ['km', 's', 'km/h', 'of 100', 'of 5', 'points', 'days', 'per 100 km', 'per hour'] as const;

/** Returns the words for facts in the form. */
export function useFactWords(): FactWords {
  const say = useSay();
  return useMemo(() => factWords(say), [say]);
}

function factWords(say: Say): FactWords {
  const label = (fact: Fact, valueOf: (param: string) => string): string =>
    say.known(
      `facts.${fact.fact}`,
      Object.fromEntries(fact.params.map(({ name }) => [name, valueOf(name)])),
    ) ?? fact.fact;
  const words: FactWords = {
    pieces: (fact) =>
      label(fact, (name) => `${MARK}${MARK}${name}${MARK}`)
        .split(MARK)
        .flatMap((part, index, all): Piece[] => {
          if (fact.params.some(({ name }) => name === part) && all[index - 1] === '')
            return [{ kind: 'param', name: part }];
          return part.trim() === '' ? [] : [{ kind: 'words', text: part.trim() }];
        }),
    name: (fact, id) =>
      fact ? label(fact, (name) => say.known(`ruleEditor.any_${name}`) ?? name) : ratingName(id, say),
    phrase: (fact, params) =>
      label(fact, (name) => {
        const value = params[name];
        return spanWords(say, value) ?? (name === 'type' ? words.eventType(value) : shownText(value));
      }),
    operator(operator, fact) {
      const isTime = fact?.type === 'time' || fact?.type === 'date';
      const kind = isTime && OF_TIMES.includes(operator) ? 'when' : 'op';
      return say.known(`ruleEditor.${kind}_${operator}`) ?? operator;
    },
    help: (id, otherwise) => say.known(`factHelp.${id}`) ?? otherwise,
    unit(fact) {
      const unit = UNITS.find((each) => each === fact?.unit);
      return unit ? say(`ruleEditor.measure_${unit}`) : fact?.unit;
    },
    eventType: (type) =>
      say.known(`facts.events_${shownText(type)}`, { count: 2 }) ??
      (typeof type === 'number'
        ? say('facts.eventsOfCode', { count: 2, code: type })
        : say('facts.eventsOfName', { count: 2, type: shownText(type) })),
    owner(id) {
      const owner = OWNERS.find((each) => id.startsWith(`${each}.`));
      return owner ? say(`ruleEditor.owner_${owner}`) : id;
    },
  };
  return words;
}

function ratingName(id: string, say: Say): string {
  return id === '' ? say('ruleEditor.chooseFact') : id;
}
