import { cutTo, oneLine } from './plainText.ts';
import { SLACK_LIMITS } from './slackBlocks.ts';
import type { SlackMarkdown, SlackPlainText } from './slackBlocks.ts';

/** Exactly what Slack asks for: `&`, `<` and `>`, nothing else. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Plain text for Slack's markup: no mention, channel or link in it comes through.
 * @param limit longest escaped result, in characters
 */
export function escapeSlack(text: string, limit: number): string {
  return cutTo(text, { limit, escape: (character) => ENTITIES[character] ?? character });
}

/** A text object of Slack's markup; its text must be escaped and bounded already. */
export function markdown(text: string): SlackMarkdown {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** A text object shown as it is, on one line. */
export function plain(text: string, limit: number): SlackPlainText {
  return { type: 'plain_text', text: oneLine(text, limit), emoji: false };
}

/** A field of a section: the label in bold above the value. */
export function field(label: string, value: string): SlackMarkdown {
  const half = Math.floor(SLACK_LIMITS.field / 2) - 4;
  return markdown(`*${escapeSlack(label, half)}*\n${escapeSlack(value, half)}`);
}

/** Longest address that is made a link. */
const LONGEST_LINK = 2_000;

/** A link in Slack's markup; undefined when the address is not http or https, or too long. */
export function slackLink(address: string, label: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const href = url.href.replace(/[|<>]/g, encodeURIComponent);
  if (!['https:', 'http:'].includes(url.protocol) || href.length > LONGEST_LINK) return undefined;
  return `<${href.replaceAll('&', '&amp;')}|${escapeSlack(label, 100).replaceAll('|', ' ')}>`;
}
