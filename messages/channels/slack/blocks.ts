import { cutTo, oneLine } from '../../format/index.ts';

/** Text in Slack's own markup. `verbatim` keeps Slack from finding links, channels and mentions in plain words. */
export interface SlackMarkdown {
  readonly type: 'mrkdwn';
  readonly text: string;
  readonly verbatim: true;
}

/** Text that Slack shows as it is. Without `emoji`, `:fire:` stays five letters and two colons. */
export interface SlackPlainText {
  readonly type: 'plain_text';
  readonly text: string;
  readonly emoji: false;
}

/** What Slack asks before it sends a press. */
export interface SlackConfirm {
  readonly title: SlackPlainText;
  readonly text: SlackPlainText;
  readonly confirm: SlackPlainText;
  readonly deny: SlackPlainText;
  readonly style?: 'danger';
}

/** A button; its press comes back with its `action_id` and `value`. */
export interface SlackButton {
  readonly type: 'button';
  readonly action_id: string;
  readonly value: string;
  readonly text: SlackPlainText;
  readonly style?: 'primary' | 'danger';
  /** What screen readers say instead of the text. */
  readonly accessibility_label?: string;
  readonly confirm?: SlackConfirm;
}

/** A menu of a few choices; the chosen one's value comes back. */
export interface SlackSelect {
  readonly type: 'static_select';
  readonly action_id: string;
  readonly placeholder: SlackPlainText;
  readonly options: readonly { readonly text: SlackPlainText; readonly value: string }[];
}

/** The blocks that Tripline's messages are made of (docs.slack.dev, Block Kit reference). */
export type SlackBlock =
  | { readonly type: 'header'; readonly text: SlackPlainText }
  | { readonly type: 'section'; readonly text?: SlackMarkdown; readonly fields?: readonly SlackMarkdown[] }
  | { readonly type: 'image'; readonly slack_file: { readonly id: string }; readonly alt_text: string }
  | { readonly type: 'context'; readonly elements: readonly SlackMarkdown[] }
  | { readonly type: 'actions'; readonly elements: readonly (SlackButton | SlackSelect)[] }
  | { readonly type: 'divider' };

/** A message for Slack: the text of notifications, and the blocks that are shown. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
}

/** What Slack accepts at most, in characters; one more and it refuses the whole message. */
export const SLACK_LIMITS = {
  blocks: 50,
  header: 150,
  sectionText: 3_000,
  fields: 10,
  field: 2_000,
  contextElements: 10,
  altText: 2_000,
  /** Text of a button, an option or a placeholder, and what screen readers say about it. */
  buttonText: 75,
  /** The value of an option; a button takes 2,000. */
  optionValue: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  /** Slack cuts longer ones; 4,000 is what it recommends. */
  fallback: 4_000,
} as const;

/** Exactly what Slack asks for: `&`, `<` and `>`, nothing else. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Plain text for Slack's markup: no mention, channel or link in it comes through.
 * @param limit longest escaped result, in characters
 */
export function escapeSlack(text: string, limit: number): string {
  return cutTo(text, { limit, escape: (character) => ENTITIES[character] ?? character });
}

/** Plain text in bold, without what would end it: Slack has no way to escape an asterisk. */
export function bold(text: string, limit: number): string {
  const shown = escapeSlack(oneLine(text, limit).replaceAll('*', '∗'), limit);
  return shown && `*${shown}*`;
}

/** A text object shown as it is, on one line. */
export function plain(text: string, limit: number): SlackPlainText {
  return { type: 'plain_text', text: oneLine(text, limit), emoji: false };
}

function markdown(text: string): SlackMarkdown {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** A section of text that is escaped and bounded already. Slack refuses an empty text, so an empty section is left out. */
export function section(text: string): SlackBlock | undefined {
  return text ? { type: 'section', text: markdown(text) } : undefined;
}

/** A section of whole lines, escaped already, as far as they fit: a cut inside one could halve a link or an entity. */
export function sectionOfLines(lines: readonly string[]): SlackBlock | undefined {
  let text = '';
  for (const line of lines) {
    const next = text === '' ? line : `${text}\n${line}`;
    if (next.length > SLACK_LIMITS.sectionText - 2) return section(`${text}\n…`);
    text = next;
  }
  return section(text);
}

/** Texts side by side, escaped and bounded already. */
export function fields(texts: readonly string[]): SlackBlock {
  return { type: 'section', fields: texts.slice(0, SLACK_LIMITS.fields).map(markdown) };
}

/** Small print of plain text. */
export function context(text: string): SlackBlock {
  const shown = escapeSlack(oneLine(text, SLACK_LIMITS.field), SLACK_LIMITS.field);
  return { type: 'context', elements: [markdown(shown)] };
}

/** A picture that was uploaded to Slack. */
export function image(fileId: string, altText: string): SlackBlock {
  return { type: 'image', slack_file: { id: fileId }, alt_text: oneLine(altText, SLACK_LIMITS.altText) };
}

/** Longest address that is made a link. */
const LONGEST_LINK = 2_000;

/** A link in Slack's markup; undefined when the address is not http, https or a phone number, or too long. */
export function slackLink(address: string, label: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const href = url.href.replace(/[|<>]/g, encodeURIComponent);
  if (!['https:', 'http:', 'tel:'].includes(url.protocol) || href.length > LONGEST_LINK) return undefined;
  return `<${href.replaceAll('&', '&amp;')}|${escapeSlack(label, 100).replaceAll('|', ' ')}>`;
}
