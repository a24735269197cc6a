import type { ChannelEntry } from './entry.ts';

/** E-mail: one message to each address, over SMTP. */
export const email = {
  ...{ name: 'E-mail', inText: 'e-mail' },
  readBy: 'people',
  receiversIn: 'to',
  namedAlone: { pattern: /@/, receiver: 'an e-mail address', sender: 'the mail server' },
  ignoresCase: true,
  person: 'an email',
  templates: ['subject', 'text'],
  hasLookup: false,
  isEachReceiverAService: false,
  incidentNotes: 'joined',
  hasAnswerLink: true,
  answersWithin: 'minutes',
  service: 'smtp',
  settings: ['SMTP_URL=smtps://USER:PASSWORD@mail.example.com', 'EMAIL_FROM=Tripline <tripline@example.com>'],
  alarms: {
    access: {
      title: 'The mail server refuses e-mails',
      message:
        'The mail server refuses every e-mail: check SMTP_URL and EMAIL_FROM, and whether the server applies a quota or a block. E-mails wait and continue automatically.',
    },
    unavailable: {
      title: 'The mail server does not answer',
      message:
        'The mail server does not answer: check SMTP_URL and whether the server runs. E-mails that did not reach it wait, and continue automatically once it answers; those that may have reached it are sent at most once more, and then shown as unconfirmed.',
    },
    off: {
      title: 'E-mail is turned off',
      message:
        'SMTP_URL is off: e-mails, including alerts and pages, stay in the outbox and are not delivered. Name a mail server, then restart the workers.',
    },
  },
} as const satisfies ChannelEntry;
