import type { ChannelEntry } from './entry.ts';

/** Webhooks: one signed HTTP request for each alert. */
export const webhook = {
  ...{ name: 'Webhook', inText: 'webhook' },
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
    unavailable: {
      title: 'A receiver of webhooks does not answer',
      message:
        'A receiver of webhooks does not answer, or answers with errors. Webhooks that did not reach it wait, and continue automatically once it answers; those that may have reached it are sent at most once more, and then shown as unconfirmed.',
    },
  },
} as const satisfies ChannelEntry;
