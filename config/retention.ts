import { z } from 'zod';

/** Days after a trip's end for which a fleet's data is kept. If a number is absent, its data is kept forever. */
export interface Retention {
  readonly positionsDays?: number;
  readonly tripsDays?: number;
}

const MOST_DAYS = 36_500;

const WRONG = `is neither a number of days from 1 to ${MOST_DAYS} nor off`;
/** Schema of the number of days for which data is kept, or `off`. */
export const retentionDays = z.union(
  [z.int(WRONG).min(1, WRONG).max(MOST_DAYS, WRONG), z.literal('off')],
  WRONG,
);

/** Schema of `retention` in the fleets' file. */
export const retentionSchema = z.strictObject({
  positionsDays: retentionDays.optional(),
  tripsDays: retentionDays.optional(),
});

/** Retention as in the fleets' file, before the defaults complete it. */
export type GivenRetention = z.output<typeof retentionSchema>;

type Days = z.output<typeof retentionDays>;

/** Retention of fleets that do not set their own. */
interface RetentionDefaults {
  readonly positionsDays: Days;
  readonly tripsDays: Days;
}

/**
 * Returns the retention of a fleet. Positions are also deleted with their trip, so they are kept for the shorter of both periods.
 */
export function retentionOf(given: GivenRetention | undefined, defaults: RetentionDefaults): Retention {
  const trips: Days = given?.tripsDays ?? defaults.tripsDays;
  const positions: Days = given?.positionsDays ?? defaults.positionsDays;
  const numbers = [trips, positions].filter((value) => value !== 'off');
  return {
    ...(numbers.length > 0 && { positionsDays: Math.min(...numbers) }),
    ...(trips !== 'off' && { tripsDays: trips }),
  };
}
