import type { PeopleChannel } from '../../rules/channels/index.ts';

/** Key of a fleet's digest. */
export interface DigestKey {
  readonly fleet: string;
  readonly digest: string;
}

/** Input of the workflow that a digest's schedule starts. The period is determined from the store. */
export type DigestTickInput = DigestKey;

/** Reason why a scheduled start of a digest sends nothing. */
export type NoDigest =
  /** The document now has another sending time. */
  | 'superseded'
  | 'paused'
  /** No such digest is published any more. */
  | 'gone'
  /** The fleet is no longer configured. */
  | 'fleet_gone'
  /** The digest of this period was already composed. */
  | 'done'
  /** After an outage, it is too late for this digest. */
  | 'too_late';

/** Result of a scheduled start of a digest. */
export interface DigestTickResult {
  readonly started: boolean;
  readonly reason?: NoDigest;
}

/** Input of the workflow that composes and sends one digest. Its data is in the store. */
export interface DigestInput {
  readonly fleet: string;
  readonly runId: string;
}

/** Result of composing and sending a digest. */
export interface DigestResult {
  /** Number of drivers in the period; null when they could not be read. */
  readonly drivers: number | null;
  /** Number of messages that were planned in the ledger. */
  readonly messages: number;
}

/** Input of the workflow that sends some of a digest's messages. */
export interface DigestMessagesInput extends DigestInput {
  /** Number of this part among the parts of the digest's messages, from 0. */
  readonly part: number;
  readonly deliveries: readonly { readonly id: string; readonly action: PeopleChannel }[];
}

/** Input of the workflow that updates the schedules of a fleet's digests. */
export interface DigestSyncInput {
  readonly fleet: string;
}

/** Name of the signal that a digest document changed. A running update then compares all schedules once more. */
export const DIGEST_SYNC_SIGNAL = 'digestsChanged';

/** Returns the id of a digest's schedule. */
export function digestScheduleId({ fleet, digest }: DigestKey): string {
  return `digest:${fleet}:${digest}`;
}

/** Returns the prefix of the ids of the workflows that a digest's schedule starts; Temporal appends the time. */
export function digestTickWorkflowId({ fleet, digest }: DigestKey): string {
  return `digest-tick:${fleet}:${digest}`;
}

/**
 * Returns the workflow id of a digest for a period, so that it is composed once. `periodEnd` is the last date and the kind of the
 * period, such as `2026-05-31:month`.
 */
export function digestWorkflowId({ fleet, digest }: DigestKey, periodEnd: string): string {
  return `digest:${fleet}:${digest}:${periodEnd}`;
}

/** Returns the workflow id of a digest that a person requested. */
export function digestNowWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-now:${fleet}:${runId}`;
}

/** Returns the id of a workflow that sends a part of a digest's messages. */
export function digestMessagesWorkflowId({ fleet, runId, part }: DigestMessagesInput): string {
  return `digest-messages:${fleet}:${runId}:${part}`;
}

/** Returns the workflow id of a preview of a digest. */
export function digestPreviewWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-preview:${fleet}:${runId}`;
}

/** Returns the id of the workflow that updates a fleet's digest schedules. Only one runs at a time. */
export function digestSyncWorkflowId({ fleet }: DigestSyncInput): string {
  return `digest-sync:${fleet}`;
}

/** Returns the id of the workflow that composes and sends a part of a digest, which is for one entry of a recipient route. */
export function digestPartWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-part:${fleet}:${runId}`;
}
