import { createTransport } from 'nodemailer';
import { mayLogInPlainly, smtpConnectionOptions } from '../../../activities/channels/email/index.ts';
import type { Config } from '../../../config.ts';
import { attempt } from '../checks/index.ts';
import type { Check } from '../checks/index.ts';

/** Milliseconds after which a silent mail server is reported as unavailable. */
const MAIL_WITHIN_MS = 10_000;

/** Logs in to the mail server, as a worker would. */
export function checkMail(config: Pick<Config, 'smtpUrl' | 'isEmailOff' | 'emailFrom'>): Promise<Check> {
  const url = config.smtpUrl;
  if (!url)
    return Promise.resolve({
      name: 'e-mail',
      result: 'warn',
      message: config.isEmailOff
        ? 'SMTP_URL is off: e-mails stay in the outbox, and an alarm is open.'
        : 'SMTP_URL is not set: e-mails go to the outbox in `dev`; `serve` and `worker` require a mail server, or off.',
    });
  return attempt(
    'e-mail',
    async () => {
      await createTransport({
        ...smtpConnectionOptions(url),
        connectionTimeout: MAIL_WITHIN_MS,
        greetingTimeout: MAIL_WITHIN_MS,
        socketTimeout: MAIL_WITHIN_MS,
      }).verify();
      const accepted = `the mail server accepts the login; sender ${config.emailFrom}`;
      return mayLogInPlainly(url)
        ? {
            result: 'warn',
            message: `${accepted}. SMTP_URL says requireTLS=false: without STARTTLS, the password is sent as plain text.`,
          }
        : { result: 'ok', message: accepted };
    },
    (error) =>
      (error as { command?: string }).command === 'STARTTLS'
        ? 'The mail server offers no TLS (STARTTLS), so the password of SMTP_URL was not sent. Use smtps:// or a port with STARTTLS; ?requireTLS=false in SMTP_URL would send it as plain text.'
        : 'The mail server does not answer or refuses the login: check SMTP_URL.',
  );
}
