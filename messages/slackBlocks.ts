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

/** What Slack accepts at most, in characters; one more and it refuses the whole message. */
export const SLACK_LIMITS = {
  blocks: 50,
  header: 150,
  sectionText: 3_000,
  fields: 10,
  field: 2_000,
  contextElements: 10,
  altText: 2_000,
  /** Text of a button, an option or a placeholder, and what screen readers say of it. */
  buttonText: 75,
  /** The value of an option; a button takes 2,000. */
  optionValue: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  /** Slack cuts longer ones; 4,000 is what it recommends. */
  fallback: 4_000,
} as const;
