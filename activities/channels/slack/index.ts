/** Posts messages to Slack, looks up earlier ones, and classifies failures as temporary or permanent. */
export { createSlackChannel } from './channel.ts';
export { slackIdOf, slackNames } from './lookups.ts';
export { SLACK_TIME_LIMITS, createSlackSender } from './sender.ts';
