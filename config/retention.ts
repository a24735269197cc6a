import { z } from 'zod';

/** For how many days a fleet's data is stored, counted from a trip's end. Absent: for ever. */
export interface Retention {
  readonly positionsDays?: number;
  readonly tripsDays?: number;
}

const MOST_DAYS = 36_500;

const WRONG = `is neither a number of days from 1 to ${MOST_DAYS} nor off`;
/** For how many days something is stored. */
export const retentionDays = z.union(
  [z.int(WRONG).min(1, WRONG).max(MOST_DAYS, WRONG), z.literal('off')],
  WRONG,
);

/** `retention` in the fleets' file. */
export const retentionSchema = z.strictObject({
  positionsDays: retentionDays.optional(),
  tripsDays: retentionDays.optional(),
});

/** What a file says, before the environment's defaults fill it up. */
export type GivenRetention = z.output<typeof retentionSchema>;

type Days = z.output<typeof retentionDays>;

/** The setting of fleets that say nothing themselves. */
interface RetentionDefaults {
  readonly positionsDays: Days;
  readonly tripsDays: Days;
}

/** The retention of a fleet. A trip that is gone has no positions: they are stored for the shorter of both. */
export function retentionOf(given: GivenRetention | undefined, defaults: RetentionDefaults): Retention {
  const trips: Days = given?.tripsDays ?? defaults.tripsDays;
  const positions: Days = given?.positionsDays ?? defaults.positionsDays;
  const numbers = [trips, positions].filter((value) => value !== 'off');
  return {
    ...(numbers.length > 0 && { positionsDays: Math.min(...numbers) }),
    ...(trips !== 'off' && { tripsDays: trips }),
  };
}
