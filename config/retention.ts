import { z } from 'zod';
import type { VariableName, VariableReader } from './variables.ts';

/** For how many days a fleet's data is kept, counted from a trip's end. Absent: for ever. */
export interface Retention {
  readonly positionsDays?: number;
  readonly tripsDays?: number;
}

/** What counts where neither the fleet nor the environment says anything. */
const DEFAULTS = { positionsDays: 90, tripsDays: 730 } as const;
const MOST_DAYS = 36_500;

const days = z.union([z.int().min(1).max(MOST_DAYS), z.literal('off')], {
  error: `is neither a number of days from 1 to ${MOST_DAYS} nor "off"`,
});

/** `retention` in the fleets' file. */
export const retentionSchema = z.strictObject({
  positionsDays: days.optional(),
  tripsDays: days.optional(),
});

/** What a file says, before the environment's defaults fill it up. */
export type GivenRetention = z.output<typeof retentionSchema>;

type Days = z.output<typeof days>;

/** What counts for fleets that say nothing themselves. */
interface RetentionDefaults {
  readonly positionsDays: Days;
  readonly tripsDays: Days;
}

/** `RETENTION_POSITIONS_DAYS` and `RETENTION_TRIPS_DAYS`: for fleets that say nothing themselves. */
export function readRetention(text: VariableReader['text'], mistakes: string[]): RetentionDefaults {
  const read = (name: VariableName, otherwise: number): Days => {
    const value = text(name) ?? String(otherwise);
    const parsed = days.safeParse(value === 'off' ? value : /^\d+$/.test(value) ? Number(value) : value);
    if (parsed.success) return parsed.data;
    mistakes.push(`${name} is neither a number of days from 1 to ${MOST_DAYS} nor off.`);
    return otherwise;
  };
  return {
    positionsDays: read('RETENTION_POSITIONS_DAYS', DEFAULTS.positionsDays),
    tripsDays: read('RETENTION_TRIPS_DAYS', DEFAULTS.tripsDays),
  };
}

/** What counts for a fleet. A trip that is gone has no positions: the shorter of both counts for them. */
export function retentionOf(given: GivenRetention | undefined, defaults: RetentionDefaults): Retention {
  const trips: Days = given?.tripsDays ?? defaults.tripsDays;
  const positions: Days = given?.positionsDays ?? defaults.positionsDays;
  const numbers = [trips, positions].filter((value) => value !== 'off');
  return {
    ...(numbers.length > 0 && { positionsDays: Math.min(...numbers) }),
    ...(trips !== 'off' && { tripsDays: trips }),
  };
}
