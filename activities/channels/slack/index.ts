/** Posts one message to Slack and says whether a failure is worth a retry. */
export { SLACK_PATIENCE, createSlackSender } from './sender.ts';
export type { ChannelLook, SlackPost, SlackSender } from './sender.ts';
