import type { Sha256Hex } from './trips.ts';

/** Input of a deletion that a person approved. */
export interface DeletionInput {
  readonly fleet: string;
  readonly deletionId: string;
}

/**
 * Input of the reaction to an answer that came after the decision: the approval request is updated, and the person who pressed
 * is notified.
 */
export interface DeletionPress extends DeletionInput {
  /** ISO 8601, UTC. */
  readonly pressedAt: string;
  /** Slack's ids of the person to notify, and of the channel; absent: only the approval request is updated. */
  readonly userId?: string;
  readonly channelId?: string;
}

/** The result of an approved deletion. */
export interface DeletionResult {
  readonly state: 'deleted' | 'refused' | 'gone';
  readonly reason?: string;
}

/** Returns the workflow id of an approved deletion, so that approving twice starts it once. */
export function deletionWorkflowId(input: DeletionInput): string {
  return `deletion:${input.fleet}:${input.deletionId}`;
}

/** Returns the workflow id of the expiry of an undecided approval request. */
export function deletionExpiryWorkflowId(input: DeletionInput): string {
  return `deletion-expiry:${input.fleet}:${input.deletionId}`;
}

/** Returns the workflow id of the reaction to a late press; `key` identifies the press. */
export function deletionPressWorkflowId(input: DeletionInput, key: string, sha256Hex: Sha256Hex): string {
  return `deletion-press:${input.fleet}:${input.deletionId}:${sha256Hex(key).slice(0, 20)}`;
}
