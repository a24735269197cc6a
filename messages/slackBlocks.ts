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

/** The blocks that Tripline's messages are made of (docs.slack.dev, Block Kit reference). */
export type SlackBlock =
  | { readonly type: 'header'; readonly text: SlackPlainText }
  | { readonly type: 'section'; readonly text?: SlackMarkdown; readonly fields?: readonly SlackMarkdown[] }
  | { readonly type: 'image'; readonly slack_file: { readonly id: string }; readonly alt_text: string }
  | { readonly type: 'context'; readonly elements: readonly SlackMarkdown[] }
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
  /** Slack cuts longer ones; 4,000 is what it recommends. */
  fallback: 4_000,
} as const;
