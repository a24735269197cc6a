/** A message card as Slack blocks, and Slack's escaping. */
export { SLACK_LIMITS, bold, context, escapeSlack, plain, sectionOfLines, slackLink } from './blocks.ts';
export type { SlackBlock, SlackMarkdown, SlackMessage, SlackPlainText } from './blocks.ts';
export { slackCard, slackWords } from './card.ts';
export { slackMarkdownHtml } from './markdownHtml.ts';
export { SLACK_CSS, slackPreview } from './preview.ts';
