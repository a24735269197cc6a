import type { ChannelEntry } from './entry.ts';

/** Slack: an app posts into channels and to people, updates what it posted, and finds it again. */
export const slack = {
  ...{ name: 'Slack', inText: 'Slack' },
  readBy: 'people',
  receiversIn: 'channel',
  namedAlone: { pattern: /^[^@]*$/, receiver: 'a Slack channel', sender: 'Slack' },
  ignoresCase: false,
  person: 'a slack id',
  templates: ['text'],
  hasLookup: true,
  isEachReceiverAService: false,
  incidentNotes: 'thread',
  hasAnswerLink: false,
  answersWithin: 'seconds',
  service: 'slack',
  settings: ['SLACK_BOT_TOKEN=xoxb-…', 'SLACK_SIGNING_SECRET=…'],
  alarms: {
    access: {
      title: 'Slack refuses the app',
      message:
        'Slack refuses the app: check SLACK_BOT_TOKEN and its scopes. Messages wait and continue automatically.',
    },
    unavailable: {
      title: 'Slack does not answer',
      message: 'Slack does not answer. Messages wait, and continue automatically once it answers.',
    },
    off: {
      title: 'Slack is turned off',
      message:
        'SLACK_BOT_TOKEN is off: Slack messages of this fleet, including alerts and pages, stay in the outbox and are not delivered. Set the token, then restart the workers.',
    },
  },
} as const satisfies ChannelEntry;
