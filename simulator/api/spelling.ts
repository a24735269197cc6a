import { Random } from '../world/index.ts';
import type { Quirks, TripRatings } from '../world/index.ts';

/** A JSON body of an answer. */
export type Body = Record<string, unknown>;

/** Sections of an answer that a caller may select. */
export type Section =
  'info' | 'driving_behavior' | 'daily_driving_behavior' | 'simple_path' | 'speed_profile' | 'events';

/** Spellings that several answers have in common, including the service's quirks. */
export class Spelling {
  readonly seed: number;
  readonly quirks: Quirks;

  constructor(options: { seed: number; quirks: Quirks }) {
    this.seed = options.seed;
    this.quirks = options.quirks;
  }

  /** Returns the spelling that a quirk sets. For `mixed`, returns one of the two, and always the same one for a name. */
  chosen<A extends string, B extends string>(
    quirk: A | B | 'mixed',
    of: readonly [A, B],
    name: string,
  ): A | B {
    if (quirk !== 'mixed') return quirk;
    return new Random(this.seed, of[0], name).chance(0.5) ? of[0] : of[1];
  }

  /** Returns a text field without a value, according to the quirks: with `NA`, or omitted. */
  missing(field: string): Body {
    return this.quirks.naTexts ? { [field]: 'NA' } : {};
  }

  /** Returns a score with its ratings. @param name selects the format, if the quirks mix several */
  behavior(of: { readonly score: number; readonly ratings: TripRatings }, name: string): Body {
    const score = { service_score: of.score };
    const flat = this.chosen(this.quirks.scoreShape, ['nested', 'flat'], name) === 'flat';
    return { ...(flat ? score : { score }), event_rating: this.#ratings(of.ratings) };
  }

  #ratings(ratings: TripRatings): Body {
    return {
      hard_brake_rating: ratings.hardBrake,
      phone_use_rating: ratings.phoneUse,
      rapid_acceleration_rating: ratings.rapidAcceleration,
      overspeeding_rating: ratings.overspeeding,
      ...(this.quirks.unknownEventTypes ? { hard_turn_rating: ratings.hardTurn } : {}),
    };
  }
}
