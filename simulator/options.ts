import type { RetrySchedule } from './control/index.ts';
import type { Quirks } from './world/index.ts';

/** Options with which a simulator is started. */
export interface SimulatorOptions {
  /** Port to listen on. 0, the default, selects any free port. */
  readonly port?: number;
  /**
   * Name or address to listen on; 127.0.0.1 by default. The control endpoints require no key, so only this machine should reach
   * them.
   */
  readonly host?: string;
  /** API key that every call must contain. */
  readonly apiKey: string;
  /** Receiver of notifications. If absent, there is none until `setWebhook`. */
  readonly webhook?: {
    readonly url?: string;
    /** Real milliseconds after which an attempt times out; 10,000 by default. */
    readonly timeoutMs?: number;
    /** Changes to the documented retry schedule. */
    readonly schedule?: Partial<RetrySchedule>;
  };
  /** Seed of all random values. The same seed, drivers, groups, start and quirks result in the same fleet with the same trips. */
  readonly seed: number;
  readonly drivers: number;
  readonly groups?: readonly string[];
  /** IANA time zone of the fleet; Europe/Berlin by default. */
  readonly timezone?: string;
  /** Simulated seconds per real second; 1 by default. 0 stops the clock. */
  readonly speed?: number;
  /** Simulated time at the start; the real time by default. */
  readonly startAt?: Date | string;
  /** Days before the start for which trips exist, without notifications; 21 by default. */
  readonly historyDays?: number;
  /** Whether drivers' scores are drawn from the seed, not computed from trips. Used for measurements with very many drivers. */
  readonly drawnFigures?: boolean;
  /** Changes to `DEFAULT_QUIRKS`. `NO_QUIRKS` switches all of them off. */
  readonly quirks?: Partial<Quirks>;
  /**
   * Whether drivers continue to drive after the start: at the rate `tripsPerMinute` if that is set, otherwise as planned. True by
   * default with `tripsPerMinute`, false without it. If false, only `drive` creates trips.
   */
  readonly autoDrive?: boolean;
  /** Number of trips per real minute that end at that moment, as in the sandbox. */
  readonly tripsPerMinute?: number;
  /** Real seconds until the first of these trips; 3 by default. */
  readonly firstTripWithinSeconds?: number;
  /**
   * File that stores requested trips, deletions and pending notifications, so that the next start with the same seed continues
   * where this one stopped. If absent, nothing is kept.
   */
  readonly journalFile?: string;
  /** Called with one line for each event. A line never contains a key, a webhook URL or a position. */
  readonly log?: (line: string) => void;
}
