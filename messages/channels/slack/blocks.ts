import { manyLines, oneLine } from '../../format/index.ts';
import { cutSlack } from './escape.ts';

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

/** The question that Slack shows before it sends a press. */
export interface SlackConfirm {
  readonly title: SlackPlainText;
  readonly text: SlackPlainText;
  readonly confirm: SlackPlainText;
  readonly deny: SlackPlainText;
  readonly style?: 'danger';
}

/** A button. Slack sends its `action_id` and `value` back when it is pressed. */
export interface SlackButton {
  readonly type: 'button';
  readonly action_id: string;
  readonly value: string;
  readonly text: SlackPlainText;
  readonly style?: 'primary' | 'danger';
  /** The label for screen readers, in place of the text. */
  readonly accessibility_label?: string;
  readonly confirm?: SlackConfirm;
}

/** A menu of a few choices. Slack sends the value of the chosen one back. */
export interface SlackSelect {
  readonly type: 'static_select';
  readonly action_id: string;
  readonly placeholder: SlackPlainText;
  readonly options: readonly { readonly text: SlackPlainText; readonly value: string }[];
}

/** The blocks that Tripline's messages are made of (docs.slack.dev, Block Kit reference). */
export type SlackBlock =
  | { readonly type: 'header'; readonly text: SlackPlainText }
  | {
      readonly type: 'section';
      readonly text?: SlackMarkdown | SlackPlainText;
      readonly fields?: readonly SlackMarkdown[];
    }
  | { readonly type: 'image'; readonly slack_file: { readonly id: string }; readonly alt_text: string }
  | { readonly type: 'context'; readonly elements: readonly SlackPlainText[] }
  | { readonly type: 'actions'; readonly elements: readonly (SlackButton | SlackSelect)[] }
  | { readonly type: 'divider' };

/** A message for Slack: the text of notifications, and the blocks that are shown. */
export interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly SlackBlock[];
  /** The same in fewer words, for a Slack that refuses this for its length; absent: it cannot be shorter. */
  readonly shorter?: () => SlackMessage;
}

/** Limits of Slack, in characters; it refuses the whole message beyond them. */
export const SLACK_LIMITS = {
  /**
   * The limit of all texts together. Slack documents none, but refuses messages by it (`msg_blocks_too_long`): it accepted
   * 9,597 characters and refused 11,341 (slackapi/bolt-js 2867).
   */
  all: 9_500,
  blocks: 50,
  header: 150,
  sectionText: 3_000,
  fields: 10,
  field: 2_000,
  contextElements: 10,
  /** A quarter of what Slack takes: more is no description. */
  altText: 500,
  /** Text of a button, an option or a placeholder, and what screen readers say about it. */
  buttonText: 75,
  /** The value of an option; a button takes 2,000. */
  optionValue: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
} as const;

/** Characters of everything in blocks that is text or an address: the names of types and styles are none. */
export function charactersOf(block: unknown): number {
  if (typeof block === 'string') return block.length;
  if (block === null || typeof block !== 'object') return 0;
  const entries = Object.entries(block).filter(([name]) => name !== 'type' && name !== 'style');
  return entries.reduce((sum, [, value]) => sum + charactersOf(value), 0);
}

/** Returns a text object shown as it is, on one line. */
export function plain(text: string, limit: number): SlackPlainText {
  return { type: 'plain_text', text: cutSlack(oneLine(text, limit), limit), emoji: false };
}

function markdown(text: string): SlackMarkdown {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** Returns a section of markup that is escaped and bounded already; undefined for an empty text, because Slack refuses it. */
export function section(text: string): SlackBlock | undefined {
  return text ? { type: 'section', text: markdown(text) } : undefined;
}

/** Returns a section of text that is shown as it is, with its lines. */
export function plainSection(text: string, limit: number): SlackBlock | undefined {
  const shown = limit > 0 ? cutSlack(manyLines(text, limit), limit) : '';
  return shown ? { type: 'section', text: { type: 'plain_text', text: shown, emoji: false } } : undefined;
}

/**
 * Returns a section of the whole lines that fit, escaped already, because a cut inside one could halve a link or an entity. If
 * the first line does not fit, there is no section.
 */
export function sectionOfLines(
  lines: readonly string[],
  limit: number = SLACK_LIMITS.sectionText,
): SlackBlock | undefined {
  let text = '';
  for (const line of lines) {
    const next = text === '' ? line : `${text}\n${line}`;
    if (next.length > Math.min(limit, SLACK_LIMITS.sectionText) - 2) return section(text && `${text}\n…`);
    text = next;
  }
  return section(text);
}

/** Returns a block of texts side by side. The caller has escaped and shortened them. */
export function fields(texts: readonly string[]): SlackBlock {
  return { type: 'section', fields: texts.slice(0, SLACK_LIMITS.fields).map(markdown) };
}

/** Returns small print of plain text. */
export function context(text: string, limit: number = SLACK_LIMITS.field): SlackBlock {
  return { type: 'context', elements: [plain(text, limit)] };
}

/** Returns a picture that was uploaded to Slack. */
export function image(fileId: string, altText: string): SlackBlock {
  return { type: 'image', slack_file: { id: fileId }, alt_text: oneLine(altText, SLACK_LIMITS.altText) };
}
