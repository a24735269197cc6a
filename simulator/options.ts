import type { RetrySchedule } from './control/index.ts';
import type { Quirks } from './world/index.ts';

/** Options of a simulator. */
export interface SimulatorOptions {
  /** 0, the default: any free port. */
  readonly port?: number;
  /** 127.0.0.1 by default. The control endpoints require no key, so keep them on this machine. */
  readonly host?: string;
  /** The key that every API call must carry. */
  readonly apiKey: string;
  /** The receiver of notifications. Absent: none, until `setWebhook`. */
  readonly webhook?: {
    readonly url?: string;
    /** Real milliseconds until an attempt times out; 10,000 by default. */
    readonly timeoutMs?: number;
    /** Changes to the documented schedule. */
    readonly schedule?: Partial<RetrySchedule>;
  };
  /** The same seed, drivers, groups, start and quirks make the same fleet with the same trips. */
  readonly seed: number;
  readonly drivers: number;
  readonly groups?: readonly string[];
  /** IANA zone of the fleet; Europe/Berlin by default. */
  readonly timezone?: string;
  /** Simulated seconds in a real second; 1 by default, 0 stops the clock. */
  readonly speed?: number;
  /** The simulated present time; the real one by default. */
  readonly startAt?: Date | string;
  /** Days of trips that exist from the start and have no notification; 21 by default. */
  readonly historyDays?: number;
  /**
   * Whether drivers' figures are drawn from the seed instead of computed from trips, for measurements with very many drivers.
   */
  readonly drawnFigures?: boolean;
  /** Changes to `DEFAULT_QUIRKS`; `NO_QUIRKS` switches all off. */
  readonly quirks?: Partial<Quirks>;
  /**
   * Whether the fleet drives on after the start: its own planned days, or `tripsPerMinute` where that is given. False by
   * default, true with `tripsPerMinute`. Otherwise only `drive` makes trips.
   */
  readonly autoDrive?: boolean;
  /** Trips in a real minute that end "now": the sandbox's traffic. */
  readonly tripsPerMinute?: number;
  /** Real seconds until the first of these; 3 by default. */
  readonly firstTripWithinSeconds?: number;
  /**
   * A file for trips beyond the plan, deletions and pending notifications, so that the next start with the same seed continues
   * the same service. Absent: everything is removed at the end.
   */
  readonly journalFile?: string;
  /** Receives one line for each event; never a key, a webhook URL or a position. */
  readonly log?: (line: string) => void;
}
