import type { RetrySchedule } from './control/index.ts';
import type { Quirks } from './world/index.ts';

/** Options of a simulator. */
export interface SimulatorOptions {
  /** 0, the default: any free one. */
  readonly port?: number;
  /** 127.0.0.1 by default. The control endpoints want no key: keep it to the own machine. */
  readonly host?: string;
  /** The key every API call has to carry. */
  readonly apiKey: string;
  /** Where notifications go. Absent: nowhere, until `setWebhook`. */
  readonly webhook?: {
    readonly url?: string;
    /** Real milliseconds until an attempt counts as timed out; 10,000 by default. */
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
  /** Simulated now; the real one by default. */
  readonly startAt?: Date | string;
  /** Days of trips that are there from the start and have no notification; 21 by default. */
  readonly historyDays?: number;
  /** Drivers' figures are drawn from the seed instead of worked out from trips: for measurements with very many drivers. */
  readonly drawnFigures?: boolean;
  /** Changes to `DEFAULT_QUIRKS`; `NO_QUIRKS` switches all off. */
  readonly quirks?: Partial<Quirks>;
  /**
   * The fleet drives on after the start: through its own planned days, or at `tripsPerMinute` where that is given.
   * False by default, true with `tripsPerMinute`. Otherwise trips come by `drive` alone.
   */
  readonly autoDrive?: boolean;
  /** Trips that end "now", in a real minute: the sandbox's traffic. */
  readonly tripsPerMinute?: number;
  /** Real seconds until the first of these; 3 by default. */
  readonly firstTripWithinSeconds?: number;
  /**
   * A file in which the trips that came to the plan, deletions and notifications under way are stored, so that the next start
   * with the same seed is the same service. Absent: everything is removed at the end.
   */
  readonly journalFile?: string;
  /** One line for what happens; never a key, a webhook URL or a position. */
  readonly log?: (line: string) => void;
}
