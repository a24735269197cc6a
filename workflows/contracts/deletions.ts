import type { Sha256Hex } from './trips.ts';

/** Input of a deletion that a person approved. */
export interface DeletionInput {
  readonly fleet: string;
  readonly deletionId: string;
}

/**
 * Input of the workflow that handles a press of a button after the deletion was decided. It updates the approval request and
 * notifies the person who pressed.
 */
export interface DeletionPress extends DeletionInput {
  /** Time of the press (ISO 8601, UTC). */
  readonly pressedAt: string;
  /** Slack ids of the person to notify and of the channel. If absent, only the approval request is updated. */
  readonly userId?: string;
  readonly channelId?: string;
}

/** Result of an approved deletion. */
export interface DeletionResult {
  readonly state: 'deleted' | 'refused' | 'gone';
  readonly reason?: string;
}

/**
 * Returns the workflow id of an approved deletion. A second approval has the same id, so that Temporal does not start it twice.
 */
export function deletionWorkflowId(input: DeletionInput): string {
  return `deletion:${input.fleet}:${input.deletionId}`;
}

/** Returns the workflow id of the expiry of an approval request. */
export function deletionExpiryWorkflowId(input: DeletionInput): string {
  return `deletion-expiry:${input.fleet}:${input.deletionId}`;
}

/** Returns the id of the workflow that handles a late press; `key` identifies the press. */
export function deletionPressWorkflowId(input: DeletionInput, key: string, sha256Hex: Sha256Hex): string {
  return `deletion-press:${input.fleet}:${input.deletionId}:${sha256Hex(key).slice(0, 20)}`;
}
