/** Input of a release: what of the fleet is held until then goes at that time. */
export interface ReleaseInput {
  readonly fleet: string;
  /** ISO 8601, UTC. */
  readonly releaseAt: string;
  /** How many messages an earlier run of the same workflow sent. */
  readonly messages?: number;
  /** The first message of that run which could not be carried out, in the error's words. */
  readonly failure?: string;
  /** Deliveries that earlier runs could not carry out: they are not tried again. */
  readonly leftOut?: readonly string[];
}

/** How a release ended. */
export interface ReleaseResult {
  /** How many messages were sent; one may contain many alerts. */
  readonly messages: number;
}

/** Signals to a release that more is held until its time. */
export const RELEASE_SIGNAL = 'moreIsHeld';

/** Workflow id of a release: everything that a fleet holds until one instant goes in one. */
export function releaseWorkflowId(input: ReleaseInput): string {
  return `release:${input.fleet}:${input.releaseAt}`;
}
