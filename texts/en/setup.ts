/** The state of a fleet's setup: the checklist of the first day, and its channels. */
export const setup = {
  // The analytics service.
  serviceAnswers:
    '{isSandbox, select, true {The sandbox’s simulated service} other {The analytics service}} answers.',
  serviceUnasked:
    '{isSandbox, select, true {The sandbox’s simulated service} other {The analytics service}} is configured, and has not been asked for anything yet.',
  serviceNone: 'No analytics service is configured.',
  // Notifications of trips.
  notificationsArrive: 'Notifications of trips arrive.',
  notificationsNone:
    'No notification has arrived. Have the service send them to {address}, with one of the fleet’s webhook tokens for TOKEN.',
  // Rules.
  rulesLive: '{count, plural, one {# rule is live.} other {# rules are live.}}',
  rulesNotLive: 'Rules are published, and none of them is live.',
  rulesNone:
    'No rule is published. Publish one in the console under Rules, or a folder of rules, such as the starter set, with the command “tripline rules apply”.',
  // People on call.
  people: '{count, plural, one {# person is in a rotation.} other {# people are in rotations.}}',
  peopleNone: 'Nobody is in a rotation: publish one with the people who are on call.',
  // Channels.
  channel_slack: 'Slack',
  channel_email: 'E-mail',
  channel_webhook: 'Webhook',
  channelOff: '{channel} is turned off in the configuration: messages stay in the outbox.',
  channelUnused: 'Nothing was sent over it yet.',
  channelWorks: 'Messages are sent.',
  channelFailed: 'The last message failed. Its delivery says why.',
  channelNotConfigured: '{channel} is not configured: messages stay in the outbox.',
  channelUnsigned: 'Outgoing webhooks have no signing secret, so they are refused.',
} as const;
