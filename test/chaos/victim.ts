/** Something that faults are done to. */
export interface Victim {
  readonly name: string;
  /** `kill -9`; it comes back so much later. */
  kill(downMs: number): Promise<void>;
  /** Stops it where it is and lets it go on so much later. */
  freeze(ms: number): Promise<void>;
  /** Lets it go on and brings it back, whatever a fault did to it; settles when its process is there. */
  heal(): Promise<void>;
  /** Ends it for good. */
  end(): Promise<void>;
}
