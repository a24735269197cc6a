import { slackWords } from '../channels/slack/index.ts';
import type { SlackMessage } from '../channels/slack/index.ts';
import { textsOf } from '../language/index.ts';
import { deletionHeader } from './approvalRequest.ts';
import type { DeletionRequestMessage, RequestedState } from './approvalRequest.ts';

/** A deletion as it is stored, as far as it is reported. */
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
 * A deletion as a message or an answer shows it.
 * @param decidedBy who approved or rejected, as people call them
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

/** A deletion that someone answered too late. */
type LateDecision = Pick<DeletionRequestMessage, 'deletion' | 'fleet'> & {
  /** The deletion that asks about the same trip now, when there is one. */
  readonly insteadId?: string;
};

/** How a deletion stands that someone answered too late, in sentences of plain text. */
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

/** What someone hears whose press on a question about a deletion came too late: how it stands, and that nothing changed. */
export function lateDecision(late: LateDecision): SlackMessage {
  return slackWords(`${lateDecisionWords(late)} ${textsOf(late.fleet.language)('deletions.changedNothing')}`);
}
