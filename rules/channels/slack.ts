import type { ChannelEntry } from './entry.ts';

/** Slack: an app posts to channels and people, updates its posts, and looks them up. */
export const slack = {
  name: 'Slack',
  inText: 'Slack',
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
    },
    refused: {
      title: 'Slack refuses messages',
    },
    unavailable: {
      title: 'Slack does not answer',
    },
    off: {
      title: 'Slack is turned off',
    },
  },
} as const satisfies ChannelEntry;
