/** Input of a release, which sends the fleet's messages that are held until a given time. */
export interface ReleaseInput {
  readonly fleet: string;
  /** Time of the release (ISO 8601, UTC). */
  readonly releaseAt: string;
  /** Number of messages that earlier runs of the same workflow sent. */
  readonly messages?: number;
  /** Error text of the first message that failed in earlier runs. */
  readonly failure?: string;
  /** Ids of deliveries that failed in earlier runs and are not retried. */
  readonly leftOut?: readonly string[];
}

/** Result of a release. */
export interface ReleaseResult {
  /** Number of sent messages. One message may contain many alerts. */
  readonly messages: number;
}

/** Name of the signal that more messages are held until the release's time. */
export const RELEASE_SIGNAL = 'moreIsHeld';

/** Returns the workflow id of a release. One workflow sends everything that a fleet holds until the same time. */
export function releaseWorkflowId(input: ReleaseInput): string {
  return `release:${input.fleet}:${input.releaseAt}`;
}
