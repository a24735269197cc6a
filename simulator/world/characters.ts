/** Driving style of a driver. */
export type Character =
  'careful' | 'steady' | 'phone_user' | 'hard_braker' | 'speeder' | 'night' | 'declining';

/** Daily pattern of a driver's trips. */
export type Occupation = 'commuter' | 'rounds' | 'sales' | 'night_rounds';

/** Average number of events in ten kilometres. */
export interface EventRates {
  readonly hardBrake: number;
  readonly rapidAcceleration: number;
  readonly phoneUse: number;
  readonly overspeeding: number;
}

/** Event rates by character. They are chosen so that a fleet's scores range from about 50 to nearly 100. */
export const RATES: Readonly<Record<Character, EventRates>> = {
  careful: { hardBrake: 0.1, rapidAcceleration: 0.07, phoneUse: 0.02, overspeeding: 0.05 },
  steady: { hardBrake: 0.3, rapidAcceleration: 0.22, phoneUse: 0.1, overspeeding: 0.18 },
  phone_user: { hardBrake: 0.35, rapidAcceleration: 0.25, phoneUse: 1.1, overspeeding: 0.25 },
  hard_braker: { hardBrake: 1.7, rapidAcceleration: 1.0, phoneUse: 0.1, overspeeding: 0.35 },
  speeder: { hardBrake: 0.6, rapidAcceleration: 0.7, phoneUse: 0.15, overspeeding: 1.3 },
  night: { hardBrake: 0.3, rapidAcceleration: 0.3, phoneUse: 0.15, overspeeding: 0.4 },
  declining: { hardBrake: 0.15, rapidAcceleration: 0.1, phoneUse: 0.03, overspeeding: 0.08 },
};

/** Event rates of a driver with the character `declining` on bad days. */
export const BAD_DAYS: EventRates = {
  hardBrake: 1.9,
  rapidAcceleration: 1.3,
  phoneUse: 1,
  overspeeding: 1,
};

/**
 * Relative frequency of each character, after the first drivers. Their characters are fixed, so that every small fleet has one of
 * each.
 */
export const COMMONNESS: Readonly<Record<Character, number>> = {
  careful: 34,
  steady: 34,
  phone_user: 9,
  hard_braker: 8,
  speeder: 7,
  night: 6,
  declining: 2,
};

/** Characters of the first drivers, in the order of their index. */
export const CAST: readonly Character[] = [
  'careful',
  'phone_user',
  'declining',
  'hard_braker',
  'night',
  'steady',
  'speeder',
];
