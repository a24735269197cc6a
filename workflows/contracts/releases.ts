/** Input of a release, which sends the fleet's messages that are held until that time. */
export interface ReleaseInput {
  readonly fleet: string;
  /** ISO 8601, UTC. */
  readonly releaseAt: string;
  /** The number of messages that earlier runs of the same workflow sent. */
  readonly messages?: number;
  /** The error text of the first failed message of earlier runs. */
  readonly failure?: string;
  /** Deliveries that failed in earlier runs and are not retried. */
  readonly leftOut?: readonly string[];
}

/** The result of a release. */
export interface ReleaseResult {
  /** The number of sent messages; one may contain many alerts. */
  readonly messages: number;
}

/** Signals to a release that more messages are held until its time. */
export const RELEASE_SIGNAL = 'moreIsHeld';

/** Returns the workflow id of a release: one workflow sends everything that a fleet holds until the same instant. */
export function releaseWorkflowId(input: ReleaseInput): string {
  return `release:${input.fleet}:${input.releaseAt}`;
}
