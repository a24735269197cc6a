import type { PeopleChannel } from '../../rules/channels/index.ts';

/** Names a digest of a fleet. */
export interface DigestKey {
  readonly fleet: string;
  readonly digest: string;
}

/** Input of what a digest's schedule starts: which period it is about, the store says. */
export type DigestTickInput = DigestKey;

/** Why a tick sends nothing. */
export type NoDigest =
  /** The document says another time by now. */
  | 'superseded'
  | 'paused'
  /** No such digest counts. */
  | 'gone'
  /** The configuration has no such fleet any more. */
  | 'fleet_gone'
  /** This period's was made. */
  | 'done'
  /** Whatever was unavailable came back too late for it. */
  | 'too_late';

/** How a tick ended. */
export interface DigestTickResult {
  readonly started: boolean;
  readonly reason?: NoDigest;
}

/** Input of the making of one digest; everything about it stands in the store. */
export interface DigestInput {
  readonly fleet: string;
  readonly runId: string;
}

/** How the making of a digest ended. */
export interface DigestResult {
  /** Drivers of the period; null: they could not be read. */
  readonly drivers: number | null;
  /** How many messages the ledger was to be reported of. */
  readonly messages: number;
}

/** Input of the sending of some of a digest's messages. */
export interface DigestMessagesInput extends DigestInput {
  /** The number of the part of one digest, from 0. */
  readonly part: number;
  readonly deliveries: readonly { readonly id: string; readonly action: PeopleChannel }[];
}

/** Input of the comparison of a fleet's digests with their schedules. */
export interface DigestSyncInput {
  readonly fleet: string;
}

/** Signals to that comparison that a document changed: a running one compares once more. */
export const DIGEST_SYNC_SIGNAL = 'digestsChanged';

/** Id of a digest's schedule. */
export function digestScheduleId({ fleet, digest }: DigestKey): string {
  return `digest:${fleet}:${digest}`;
}

/** What the workflow ids of a digest's ticks begin with; Temporal appends the time. */
export function digestTickWorkflowId({ fleet, digest }: DigestKey): string {
  return `digest-tick:${fleet}:${digest}`;
}

/** Workflow id of the digest of a period: it is made once. `periodEnd` is its last date and its kind: `2026-05-31:month`. */
export function digestWorkflowId({ fleet, digest }: DigestKey, periodEnd: string): string {
  return `digest:${fleet}:${digest}:${periodEnd}`;
}

/** Workflow id of a digest that someone asked for. */
export function digestNowWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-now:${fleet}:${runId}`;
}

/** Workflow id of the sending of a part of a digest's messages. */
export function digestMessagesWorkflowId({ fleet, runId, part }: DigestMessagesInput): string {
  return `digest-messages:${fleet}:${runId}:${part}`;
}

/** Workflow id of a digest that someone reads. */
export function digestPreviewWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-preview:${fleet}:${runId}`;
}

/** Workflow id of the comparison of a fleet's digests with their schedules: one at a time. */
export function digestSyncWorkflowId({ fleet }: DigestSyncInput): string {
  return `digest-sync:${fleet}`;
}

/** The workflow that makes and sends the part of a digest for an entry of a recipient route. */
export function digestPartWorkflowId({ fleet, runId }: DigestInput): string {
  return `digest-part:${fleet}:${runId}`;
}
