import type { PeopleChannel } from '../../rules/channels/index.ts';

/** The key of a digest of a fleet. */
export interface DigestKey {
  readonly fleet: string;
  readonly digest: string;
}

/** Input of the workflow that a digest's schedule starts. The store determines the period. */
export type DigestTickInput = DigestKey;

/** The reason why a tick sends nothing. */
export type NoDigest =
  /** The document now has another time. */
  | 'superseded'
  | 'paused'
  /** No such digest is published. */
  | 'gone'
  /** The configuration no longer has this fleet. */
  | 'fleet_gone'
  /** The digest of this period was already made. */
  | 'done'
  /** An outage lasted too long for this digest. */
  | 'too_late';

/** The result of a tick. */
export interface DigestTickResult {
  readonly started: boolean;
  readonly reason?: NoDigest;
}

/** Input of the making of one digest, whose data is in the store. */
export interface DigestInput {
  readonly fleet: string;
  readonly runId: string;
}

/** The result of making a digest. */
export interface DigestResult {
  /** Drivers of the period; null: they could not be read. */
  readonly drivers: number | null;
  /** The number of planned messages in the ledger. */
  readonly messages: number;
}

/** Input of the sending of some of a digest's messages. */
export interface DigestMessagesInput extends DigestInput {
  /** The number of the part of one digest, from 0. */
  readonly part: number;
  readonly deliveries: readonly { readonly id: string; readonly action: PeopleChannel }[];
}

/** Input of the workflow that updates the schedules of a fleet's digests. */
export interface DigestSyncInput {
  readonly fleet: string;
}

/** Signals to that workflow that a document changed: a running one compares once more. */
export const DIGEST_SYNC_SIGNAL = 'digestsChanged';

/** Returns the id of a digest's schedule. */
export function digestScheduleId({ fleet, digest }: DigestKey): string {
  return `digest:${fleet}:${digest}`;
}

/** Returns the prefix of the workflow ids of a digest's ticks; Temporal appends the time. */
export function digestTickWorkflowId({ fleet, digest }: DigestKey): string {
  return `digest-tick:${fleet}:${digest}`;
}

/**
 * Returns the workflow id of the digest of a period, which is made once. `periodEnd` is its last date and its kind:
 * `2026-05-31:month`.
 */
export function digestWorkflowId({ fleet, digest }: DigestKey, periodEnd: string): string {
  return `digest:${fleet}:${digest}:${periodEnd}`;
}

/** Returns the workflow id of a digest that a person requested. */
export function digestNowWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-now:${fleet}:${runId}`;
}

/** Returns the workflow id of the sending of a part of a digest's messages. */
export function digestMessagesWorkflowId({ fleet, runId, part }: DigestMessagesInput): string {
  return `digest-messages:${fleet}:${runId}:${part}`;
}

/** Returns the workflow id of a digest for a preview. */
export function digestPreviewWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-preview:${fleet}:${runId}`;
}

/** Returns the workflow id of the update of a fleet's digest schedules, of which one runs at a time. */
export function digestSyncWorkflowId({ fleet }: DigestSyncInput): string {
  return `digest-sync:${fleet}`;
}

/** Returns the id of the workflow that makes and sends the part of a digest for an entry of a recipient route. */
export function digestPartWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-part:${fleet}:${runId}`;
}
