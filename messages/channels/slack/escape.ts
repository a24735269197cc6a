import { cutTo, oneLine } from '../../format/index.ts';

/** Entities for the characters that Slack requires to be escaped: `&`, `<` and `>`, nothing else. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const DECODED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** A space without width. Slack reads no name of an emoji and no quotation across it. */
const BREAK = '\u200B';

/** A colon that another one follows in the same word: `north:100:7` would show 💯. Workspaces name emoji of their own. */
const EMOJI_COLON = /:(?=[^\s:]+:)/gu;
/** The place before a sign that begins a quotation. */
const QUOTE = /^(?=[>＞])/gmu;

/**
 * Lookalikes of the signs of Slack's markup, because Slack has no way to escape them. Only a sign that follows no word begins
 * something: `driver_17_b` stays as it is, so that it can be copied.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '*': '∗',
  _: 'ˍ',
  '~': '∼',
  '`': 'ˋ',
  '＊': '﹡',
  '＿': 'ˍ',
  '～': '∼',
  '｀': 'ˋ',
};
const OPENING = /(?<![\p{L}\p{N}])[*_~`＊＿～｀](?=\S)/gu;

/**
 * Escapes plain text for Slack's markup, so that it contains no mention, channel, link, emoji, quotation or emphasis.
 * @param limit longest escaped result, in characters
 */
export function escapeSlack(text: string, limit: number): string {
  const literal = text
    .replace(EMOJI_COLON, `:${BREAK}`)
    .replace(OPENING, (sign) => LOOKALIKES[sign] ?? sign)
    .replace(QUOTE, BREAK);
  return withEntities(literal, limit);
}

function withEntities(text: string, limit: number): string {
  return cutTo(text, { limit, escape: (character) => ENTITIES[character] ?? character });
}

/** Returns escaped text as people read it: for titles, and for pages that show a Slack message. */
export function unescapeSlack(text: string): string {
  return text.replaceAll(BREAK, '').replace(/&(?:amp|lt|gt);/g, (entity) => DECODED[entity] ?? entity);
}

/**
 * Cuts plain text as if Slack stored it escaped, because its limits may be meant either way. The text itself is shown as it is.
 */
export function cutSlack(text: string, limit: number): string {
  return withEntities(text, limit).replace(/&(?:amp|lt|gt);/g, (entity) => DECODED[entity] ?? entity);
}

/** Returns plain text in bold, without characters that would end it. */
export function bold(text: string, limit: number): string {
  const shown = escapeSlack(oneLine(text, limit).replaceAll('*', '∗'), limit);
  return shown && `*${shown}*`;
}

/** Longest address that is made a link. */
const LONGEST_LINK = 2_000;

/** Returns a link in Slack's markup; undefined when the address is not http, https or a phone number, or too long. */
export function slackLink(address: string, label: string, longest = LONGEST_LINK): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const href = url.href.replace(/[|<>]/g, encodeURIComponent).replaceAll('&', '&amp;');
  if (!['https:', 'http:', 'tel:'].includes(url.protocol) || href.length > longest) return undefined;
  return `<${href}|${escapeSlack(label, 100).replaceAll('|', ' ')}>`;
}
