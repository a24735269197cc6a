import { deletionLook } from './deletionRequest.ts';
import type { DeletionRequestMessage } from './deletionRequest.ts';
import type { SlackMessage } from './slack.ts';
import { SLACK_LIMITS } from './slackBlocks.ts';
import { escapeSlack, section } from './slackText.ts';

/** What somebody hears whose press on a question about a deletion came too late: how it stands, and that nothing changed. */
export function lateVerdict(message: Pick<DeletionRequestMessage, 'deletion' | 'fleet'>): SlackMessage {
  const { words, sentences } = deletionLook(message);
  const said = [`${words}.`, ...sentences, 'Nothing changed by your press.'].join(' ');
  const text = escapeSlack(said, SLACK_LIMITS.sectionText);
  const block = section(text);
  return { text, blocks: block ? [block] : [] };
}
