import { slackWords } from '../channels/slack/index.ts';
import type { SlackMessage } from '../channels/slack/index.ts';
import { textsOf } from '../language/index.ts';
import { deletionHeader } from './approvalRequest.ts';
import type { DeletionRequestMessage, RequestedState } from './approvalRequest.ts';

/** The fields of a stored deletion that are reported. */
export interface StoredDeletion {
  readonly id: string;
  readonly state: RequestedState;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  readonly note: string | null;
  readonly reason: string | null;
  readonly settledAt: Date | null;
}

/**
 * Converts a stored deletion for messages and answers.
 * @param decidedBy display name of the person who approved or rejected
 */
export function deletionOutcome(
  deletion: StoredDeletion,
  decidedBy: string | undefined,
): DeletionRequestMessage['deletion'] {
  return {
    id: deletion.id,
    state: deletion.state,
    requestedAt: deletion.requestedAt.toISOString(),
    expiresAt: deletion.expiresAt.toISOString(),
    ...(deletion.decidedAt && { decidedAt: deletion.decidedAt.toISOString() }),
    ...(decidedBy !== undefined && { decidedBy }),
    ...(deletion.note !== null && { note: deletion.note }),
    ...(deletion.reason !== null && { reason: deletion.reason }),
    ...(deletion.settledAt && { settledAt: deletion.settledAt.toISOString() }),
  };
}

/** A deletion that a person answered too late. */
type LateDecision = Pick<DeletionRequestMessage, 'deletion' | 'fleet'> & {
  /** Id of the trip's open deletion, when there is one. */
  readonly insteadId?: string;
};

/** Describes the state of a deletion that was answered too late, in sentences of plain text. */
export function lateDecisionWords(late: LateDecision): string {
  const { words, sentences } = deletionHeader(late);
  const instead =
    late.insteadId !== undefined &&
    textsOf(late.fleet.language)('deletions.isOpenInstead', { id: late.insteadId });
  return [withStop(words), ...sentences, ...(instead ? [instead] : [])].join(' ');
}

function withStop(words: string): string {
  return words.endsWith('?') ? words : `${words}.`;
}

/** Returns the reply to a button that was pressed too late: the deletion's state, and that nothing changed. */
export function lateDecision(late: LateDecision): SlackMessage {
  return slackWords(`${lateDecisionWords(late)} ${textsOf(late.fleet.language)('deletions.changedNothing')}`);
}
