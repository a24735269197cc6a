/** Posts one message to Slack and says whether a failure is worth a retry. */
export { SLACK_TIME_LIMITS, createSlackSender } from './sender.ts';
export type { ChannelLookup, SlackPost, SlackSender } from './sender.ts';
