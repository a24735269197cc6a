import type { ChannelEntry } from './entry.ts';

/** E-mail: one message to each address, over SMTP. */
export const email = {
  name: 'E-mail',
  inText: 'e-mail',
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
    },
    refused: {
      title: 'The mail server refuses some e-mails',
    },
    unavailable: {
      title: 'The mail server does not answer',
    },
    off: {
      title: 'E-mail is turned off',
    },
  },
} as const satisfies ChannelEntry;
