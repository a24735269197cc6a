/** Slack as a channel: posts a message, finds an earlier one, and says whether a failure is worth a retry. */
export { createSlackChannel } from './channel.ts';
export { slackIdOf, slackNames } from './lookups.ts';
export { SLACK_TIME_LIMITS, createSlackSender } from './sender.ts';
