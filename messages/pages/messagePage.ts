import { withPictures } from '../channels/email/index.ts';
import { SLACK_CSS, slackPreview } from '../channels/slack/index.ts';
import type { SlackBlock } from '../channels/slack/index.ts';
import { TRIP_PICTURE_CONTENT_ID, manyLines, markup } from '../format/index.ts';
import type { Language } from '../language/index.ts';
import { page } from './page.ts';

/** A message as it was rendered for its channel. */
export interface RenderedMessage {
  /** The text part of an e-mail, Slack's notification text, or a webhook's body. */
  readonly text: string;
  /** Slack only. */
  readonly blocks?: readonly SlackBlock[];
  /** E-mail only: as it would be sent, its picture as `cid:`. */
  readonly html?: string;
  /** A `data:` URL of the trip's picture. */
  readonly pictureUrl?: string;
}

const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/**
 * The Content-Security-Policy of a message's page. An e-mail brings styles on its elements; nothing is fetched, and no script
 * runs. The console, which is of the same origin, measures the page's height.
 */
export const MESSAGE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox ${SANDBOX}`;

/** Renders a message as a document of its own, whose links open elsewhere. */
export function messagePage(
  { text, blocks = [], html, pictureUrl }: RenderedMessage,
  language: Language = 'en',
): string {
  if (html !== undefined) {
    const shown = withPictures(html, (id) => (id === TRIP_PICTURE_CONTENT_ID ? pictureUrl : undefined));
    return shown.replace(/<head>/i, '<head><base target="_blank">');
  }
  const isSlack = blocks.length > 0;
  return page({
    isFramed: true,
    language,
    title: 'Tripline',
    body: isSlack
      ? slackPreview(blocks, { pictureUrl, language })
      : markup`<pre>${manyLines(text, LONGEST_TEXT)}</pre>`,
    css: SLACK_CSS,
  });
}

const LONGEST_TEXT = 20_000;
