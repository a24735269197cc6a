import type { Json, JsonObject } from './trip.ts';

/** The type of a fact's value. `time` is ISO 8601 with offset, `date` is `YYYY-MM-DD`, `list` holds texts. */
export type FactType = 'number' | 'text' | 'time' | 'date' | 'list' | 'object';

/** The kind of a parameter's value: an event type, a span such as `7d`, a span of whole days, a number, or an id. */
type ParamKind = 'event_type' | 'duration' | 'days' | 'number' | 'id';

/** A parameter of a fact. */
export interface ParamDefinition {
  readonly name: string;
  readonly kind: ParamKind;
  readonly required: boolean;
  readonly help: string;
  readonly examples: readonly Json[];
}

/** A condition as an example of a fact. */
interface FactExample {
  readonly params?: JsonObject;
  readonly path?: string;
  readonly operator: string;
  readonly value: Json;
}

/** One entry of the catalogue. */
export interface FactDefinition {
  /** The name, or a pattern with one `*` such as `trip.*_rating`. */
  readonly name: string;
  readonly type: FactType;
  readonly unit?: string;
  /** One sentence. */
  readonly help: string;
  /** Whether the fact's name in a sentence is plural (`were`) rather than singular (`was`). */
  readonly plural?: boolean;
  readonly params: readonly ParamDefinition[];
  readonly examples: readonly FactExample[];
  /** All possible values, when they are few. */
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** The number of values of a fact on a clock, whose last value is followed by its first. */
  readonly cycle?: number;
  /** True when a negative value means that the service cannot rate. */
  readonly rated?: boolean;
  /** The field's name in the service's body, for the reason why the fact is unknown. */
  readonly wire?: string;
  /** `false`: planned by the design, and refused in a rule until it is built. */
  readonly built: boolean;
}

const EVENT_TYPE_PARAM: ParamDefinition = {
  name: 'type',
  kind: 'event_type',
  required: true,
  help: 'Event type, by name or by code.',
  examples: ['PHONE_USE', 'COLLISION', 2],
};

const WINDOW_PARAM: ParamDefinition = {
  name: 'window',
  kind: 'duration',
  required: true,
  help: "How far back from the trip's end to count, such as 24h or 7d.",
  examples: ['7d', '24h', '30d'],
};

const OVER_PARAM: ParamDefinition = {
  name: 'over',
  kind: 'days',
  required: true,
  help: 'How many days before to compare with, in whole days, such as 7d.',
  examples: ['7d', '28d'],
};

/** Parameters that several facts share. */
export const PARAMS = { type: EVENT_TYPE_PARAM, window: WINDOW_PARAM, over: OVER_PARAM } as const;

/** Fields for which most definitions keep the default. */
type Defaulted = 'params' | 'examples' | 'built';

/** Returns a definition with the usual defaults: no parameters, built. */
export function defineFact(
  fact: Omit<FactDefinition, Defaulted> & Partial<Pick<FactDefinition, Defaulted>>,
): FactDefinition {
  return { params: [], examples: [], built: true, ...fact };
}

/** Returns the definition of a rating from 1 to 5 of a trip or a driver. */
export function defineRating(owner: 'trip' | 'driver', rating: string): FactDefinition {
  const words = rating.replaceAll('_', ' ');
  const help =
    owner === 'trip'
      ? `The trip's ${words} rating, 1 to 5, 5 is best.`
      : `The driver's ${words} rating over the score period that ends on the UTC date of the trip's end, 1 to 5, 5 is best.`;
  return defineFact({
    name: `${owner}.${rating}_rating`,
    type: 'number',
    unit: 'of 5',
    help,
    minimum: 1,
    maximum: 5,
    rated: true,
    wire: `${rating}_rating`,
    examples: [{ operator: 'lessThan', value: 3 }],
  });
}

/** Ratings that the service is known to send; any other `*_rating` is usable as well. */
export const KNOWN_RATINGS = [
  'hard_brake',
  'phone_use',
  'rapid_acceleration',
  'overspeeding',
  'hard_turn',
] as const;
