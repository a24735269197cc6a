/** A message card as Slack blocks, and Slack's escaping. */
export { SLACK_LIMITS, charactersOf, context, plain, sectionOfLines } from './blocks.ts';
export type { SlackBlock, SlackMarkdown, SlackMessage, SlackPlainText } from './blocks.ts';
export { slackCard, slackWords } from './card.ts';
export { bold, escapeSlack, slackLink, unescapeSlack } from './escape.ts';
export { slackMarkdownHtml } from './markdownHtml.ts';
export { SLACK_CSS, slackPreview } from './preview.ts';
