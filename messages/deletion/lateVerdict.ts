import { deletionLook } from './request.ts';
import type { DeletionRequestMessage } from './request.ts';
import { slackWords } from '../channels/slack/index.ts';
import type { SlackMessage } from '../channels/slack/index.ts';

/** A deletion that somebody answered too late. */
export type LateDecision = Pick<DeletionRequestMessage, 'deletion' | 'fleet'> & {
  /** The deletion that asks about the same trip now, when there is one. */
  readonly insteadId?: string;
};

/** How a deletion stands that somebody answered too late, in sentences of plain text. */
export function lateDecisionWords(late: LateDecision): string {
  const { words, sentences } = deletionLook(late);
  const instead =
    late.insteadId !== undefined && `Deletion ${late.insteadId} asks about this trip now: answer that one.`;
  return [withStop(words), ...sentences, ...(instead ? [instead] : [])].join(' ');
}

function withStop(words: string): string {
  return words.endsWith('?') ? words : `${words}.`;
}

/** What somebody hears whose press on a question about a deletion came too late: how it stands, and that nothing changed. */
export function lateDecision(late: LateDecision): SlackMessage {
  return slackWords(`${lateDecisionWords(late)} Nothing changed by your press.`);
}
