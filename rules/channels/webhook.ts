import type { ChannelEntry } from './entry.ts';

/** Webhooks: one signed HTTP request for each alert. */
export const webhook = {
  name: 'Webhook',
  inText: 'webhook',
  readBy: 'systems',
  receiversIn: 'url',
  ignoresCase: false,
  templates: [],
  hasLookup: false,
  isEachReceiverAService: true,
  incidentNotes: 'each',
  hasAnswerLink: false,
  answersWithin: 'seconds',
  service: 'webhook',
  alarms: {
    refused: {
      title: 'A receiver of webhooks answers with errors',
    },
    gone: {
      title: 'An address of webhooks is gone',
    },
    unavailable: {
      title: 'A receiver of webhooks does not answer',
    },
  },
} as const satisfies ChannelEntry;
