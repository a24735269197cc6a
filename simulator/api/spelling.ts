import { Random } from '../world/index.ts';
import type { Quirks, TripRatings } from '../world/index.ts';

/** A JSON body on its way out. */
export type Body = Record<string, unknown>;

/** Sections a caller may select. */
export type Section =
  'info' | 'driving_behavior' | 'daily_driving_behavior' | 'simple_path' | 'speed_profile' | 'events';

/** The spellings that several bodies share, quirks included. */
export class Spelling {
  readonly seed: number;
  readonly quirks: Quirks;

  constructor(options: { seed: number; quirks: Quirks }) {
    this.seed = options.seed;
    this.quirks = options.quirks;
  }

  /** Returns the value of a quirk. For `mixed` it is one of the two, always the same one for a name. */
  chosen<A extends string, B extends string>(
    quirk: A | B | 'mixed',
    of: readonly [A, B],
    name: string,
  ): A | B {
    if (quirk !== 'mixed') return quirk;
    return new Random(this.seed, of[0], name).chance(0.5) ? of[0] : of[1];
  }

  /** A text field without a value: `NA`, or absent. */
  missing(field: string): Body {
    return this.quirks.naTexts ? { [field]: 'NA' } : {};
  }

  /** A score with its ratings. @param name decides the shape where it is mixed */
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
