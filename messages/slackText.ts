import type { Row } from './alertRows.ts';
import { cutTo, oneLine } from './plainText.ts';
import { SLACK_LIMITS } from './slackBlocks.ts';
import type { SlackBlock, SlackMarkdown, SlackPlainText } from './slackBlocks.ts';

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

/** A field of a section: the label in bold above the value, which may lead somewhere. */
function field({ label, value, href }: Row): SlackMarkdown {
  const half = Math.floor(SLACK_LIMITS.field / 2) - 4;
  const link = href !== undefined && href.length <= LONGEST_FIELD_LINK ? slackLink(href, value) : undefined;
  return markdown(`*${escapeSlack(label, half)}*\n${link ?? escapeSlack(value, half)}`);
}

/** With its label and escaped ampersands such a link still fits into a field. */
const LONGEST_FIELD_LINK = 150;

/** A section with rows side by side; undefined without rows. */
export function fields(rows: readonly Row[]): SlackBlock | undefined {
  if (rows.length === 0) return undefined;
  return { type: 'section', fields: rows.slice(0, SLACK_LIMITS.fields).map(field) };
}

/** A section of text that is escaped and bounded already. Slack refuses an empty text, so an empty section is left out. */
export function section(text: string): SlackBlock | undefined {
  return text ? { type: 'section', text: markdown(text) } : undefined;
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
