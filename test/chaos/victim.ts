/** A process to which faults are done. */
export interface Victim {
  readonly name: string;
  /** Kills it with `kill -9` and restarts it after `downMs`. */
  kill(downMs: number): Promise<void>;
  /** Stops it and lets it continue after `ms`. */
  freeze(ms: number): Promise<void>;
  /** Undoes any fault: lets it continue, or restarts it. Settles once its process exists. */
  heal(): Promise<void>;
  /** Ends it for good. */
  end(): Promise<void>;
}
