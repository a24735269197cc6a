import type { Sha256Hex } from './trips.ts';

/** Input of a deletion that a person approved. */
export interface DeletionInput {
  readonly fleet: string;
  readonly deletionId: string;
}

/** Input of what follows a press on a question about a deletion that is answered: the request is updated, and the person who pressed is notified. */
export interface DeletionPress extends DeletionInput {
  /** ISO 8601, UTC. */
  readonly pressedAt: string;
  /** Slack's ids of who is notified, and where; absent: only the approval request is updated. */
  readonly userId?: string;
  readonly channelId?: string;
}

/** How an approved deletion ended. */
export interface DeletionResult {
  readonly state: 'deleted' | 'refused' | 'gone';
  readonly reason?: string;
}

/** Workflow id of an approved deletion: approving twice starts once. */
export function deletionWorkflowId(input: DeletionInput): string {
  return `deletion:${input.fleet}:${input.deletionId}`;
}

/** Workflow id of the end of a deletion's request that nobody decides. */
export function deletionExpiryWorkflowId(input: DeletionInput): string {
  return `deletion-expiry:${input.fleet}:${input.deletionId}`;
}

/** Workflow id of what follows a late press; `key` identifies the press: the same press has the same one. */
export function deletionPressWorkflowId(input: DeletionInput, key: string, sha256Hex: Sha256Hex): string {
  return `deletion-press:${input.fleet}:${input.deletionId}:${sha256Hex(key).slice(0, 20)}`;
}
