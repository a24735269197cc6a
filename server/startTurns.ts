import { createFairTurns } from './fairTurns.ts';
import { createFleetPace } from './fleetPace.ts';

/** What a start came to. */
export type Started = 'started' | 'duplicate';

/** How much one fleet's trips may take of what all fleets share. */
export interface FleetShare {
  /** Trips of a fleet that may begin each second; what is beyond waits in Temporal. */
  readonly tripsPerSecond: number;
  /** Called once for each trip that begins later than it was announced. */
  onPutOff(fleet: string): void;
}

/** Whose start comes when. */
export interface StartTurns {
  /** Starts a trip in its fleet's turn, and with the delay that keeps the fleet's pace, in milliseconds. @throws NoTurnError */
  readonly trip: (fleet: string, start: (delayMs: number) => Promise<Started>) => Promise<Started>;
  /** Starts what a person or Tripline itself asked for: it waits behind no flood of the same fleet. @throws NoTurnError */
  readonly asked: (fleet: string, start: (delayMs: number) => Promise<Started>) => Promise<Started>;
}

/** More of them at once make Temporal no faster, and let one fleet's flood stand before everybody else. */
const STARTS_AT_ONCE = 16;
/** Nothing waits longer than this in Temporal: the comparison with the service's lists leaves a notification a quarter of an hour. */
const MOST_PUT_OFF_MS = 600_000;
/**
 * What is put off is taken so many times faster than it begins: fast enough that the sender is rid of it, and slow enough that the
 * taking itself, a few milliseconds of Temporal's each, does not slow the others.
 */
const TAKEN_FASTER = 4;
/** Seconds of the pace that may be on their way to Temporal at once. */
const ON_THE_WAY_SECONDS = 0.2;

/**
 * Turns between fleets, and between a fleet's trips and what else is asked for it.
 * @param options.withinMs how long a start waits for its turn
 * @param options.share absent: every trip begins at once
 */
export function createStartTurns(options: {
  readonly withinMs: number;
  readonly share?: FleetShare;
}): StartTurns {
  const { withinMs, share } = options;
  const perSecond = share?.tripsPerSecond ?? 0;
  const ofOne = share
    ? Math.min(STARTS_AT_ONCE, Math.max(2, Math.ceil(perSecond * ON_THE_WAY_SECONDS)))
    : STARTS_AT_ONCE;
  const turns = createFairTurns({ atOnce: STARTS_AT_ONCE, ofOne, withinMs });
  const pace = share && createFleetPace({ perSecond, mostMs: MOST_PUT_OFF_MS });
  const restMs = share ? (ofOne * 1000) / (perSecond * TAKEN_FASTER) : 0;

  return {
    // A fleet's id holds no space, so the two never share a queue.
    asked: (fleet, start) => turns.run(`${fleet} asked`, () => start(0)),
    trip: (fleet, start) =>
      turns.run(fleet, async (turn) => {
        const begin = pace?.begin(fleet, performance.now());
        const putOffMs = Math.round(begin?.afterMs ?? 0);
        let started: Started | undefined;
        try {
          started = await start(putOffMs);
        } finally {
          if (started !== 'started') begin?.giveBack();
        }
        if (putOffMs > 0) turn.rest(restMs);
        if (putOffMs > 0 && started === 'started') share?.onPutOff(fleet);
        return started;
      }),
  };
}
