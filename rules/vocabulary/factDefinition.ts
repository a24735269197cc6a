import type { ReasonCode } from './reason.ts';
import type { DriverReading, Json, JsonObject, Trip } from './trips/index.ts';

/** The type of a fact's value. `time` is ISO 8601 with UTC offset, `date` is `YYYY-MM-DD`, and `list` is a list of texts. */
export type FactType = 'number' | 'text' | 'time' | 'date' | 'list' | 'object';

/** The kind of a parameter's value: an event type, a duration such as `7d`, a duration in whole days, a number, or an id. */
type ParamKind = 'event_type' | 'duration' | 'days' | 'number' | 'id';

/** A parameter of a fact. */
export interface ParamDefinition {
  readonly name: string;
  readonly kind: ParamKind;
  readonly required: boolean;
  readonly help: string;
  readonly examples: readonly Json[];
}

/** An example of a comparison with a fact. */
interface FactExample {
  readonly params?: JsonObject;
  readonly path?: string;
  readonly operator: string;
  readonly value: Json;
}

/** A fact in the catalogue. */
export interface FactDefinition {
  /** The fact's name, or a pattern with one `*`, such as `trip.*_rating`. */
  readonly name: string;
  readonly type: FactType;
  readonly unit?: string;
  /** Description in one sentence. */
  readonly help: string;
  /**
   * Whether the fact's name in a sentence (a text of the catalogue under `facts`) is plural, so that verbs such as `were` fit.
   */
  readonly plural?: boolean;
  readonly params: readonly ParamDefinition[];
  readonly examples: readonly FactExample[];
  /** All possible values, if there are only a few. */
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** The number of values of a cyclic fact, such as 24 for the hour of the day. After the last value, the first follows. */
  readonly cycle?: number;
  /** True if a negative value means that the service cannot rate the trip or driver. */
  readonly rated?: boolean;
  /** Name of the field in the service's response, which is needed to explain why the fact is unknown. */
  readonly wire?: string;
  /** Reads the fact's value from the trip. Returns `undefined` if the service did not send it. `decidedAt` is ISO 8601. */
  readonly fromTrip?: (trip: Trip, decidedAt: string) => Json | undefined;
  /**
   * Reads the fact's value from the driver's score reading. Returns `undefined` if the service did not send it. `date` is the end
   * date of the reading.
   */
  readonly fromReading?: (reading: DriverReading, date: string | undefined) => Json | undefined;
  /** The reason to give if the value was not sent. Absent: the general reason "not sent". */
  readonly notSent?: ReasonCode;
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

/** Fields of a definition that have a default. */
type Defaulted = 'params' | 'examples';

/** Adds the defaults to a definition: no parameters and no examples. */
export function defineFact(
  fact: Omit<FactDefinition, Defaulted> & Partial<Pick<FactDefinition, Defaulted>>,
): FactDefinition {
  return { params: [], examples: [], ...fact };
}

/** Returns the definition of a rating from 1 to 5, for a trip or a driver. */
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

/** Ratings that the service is known to send. Any other name that ends in `_rating` may be used, too. */
export const KNOWN_RATINGS = [
  'hard_brake',
  'phone_use',
  'rapid_acceleration',
  'overspeeding',
  'hard_turn',
] as const;
