import { checked, isUrl } from '../variable.ts';
import type { Read, Variable } from '../variable.ts';
import { OFF, channelSetting } from './entry.ts';
import type { ChannelChoice } from './entry.ts';

const variables = {
  SMTP_URL: {
    purpose:
      'Mail server, as smtp(s)://user:password@host. off: e-mails stay in the outbox, and an alarm is open.',
    secretOf: ['worker'],
    type: checked(
      (text) => ['off', 'worker'].includes(text) || isUrl(text, 'smtp', 'smtps'),
      'is not a URL of the right kind (smtp or smtps)',
    ),
  },
  EMAIL_FROM: { purpose: 'Sender of e-mails.', otherwise: 'Tripline <tripline@localhost>' },
} as const satisfies Record<string, Variable>;

/** Settings for sending e-mails. */
export interface EmailSettings {
  /** URL of the mail server. If absent, e-mails go to the outbox. */
  readonly smtpUrl?: string;
  /** Set when `SMTP_URL` is `off`, so that e-mails go to the outbox on purpose. */
  readonly isEmailOff?: true;
  readonly emailFrom: string;
}

const choice: ChannelChoice<EmailSettings, 'SMTP_URL'> = {
  variable: 'SMTP_URL',
  missing({ value, word }) {
    if (value !== undefined || word !== undefined) return undefined;
    return `SMTP_URL is not set, so no e-mail could be sent: name a mail server, ${OFF}.`;
  },
  state({ smtpUrl, isEmailOff }) {
    if (smtpUrl !== undefined) return 'set';
    return isEmailOff ? 'off' : undefined;
  },
};

/** Variables and settings of the e-mail channel. */
export const email = {
  variables,
  read(value: Read<typeof variables>): EmailSettings {
    const { value: smtpUrl, word } = channelSetting(value('SMTP_URL'));
    return {
      ...(smtpUrl !== undefined && { smtpUrl }),
      ...(word === 'off' && { isEmailOff: true }),
      emailFrom: value('EMAIL_FROM'),
    };
  },
  choice,
};
