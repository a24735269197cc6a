/** Sends e-mails over SMTP, and classifies their failures as temporary or permanent. */
export { createEmailChannel } from './channel.ts';
export { mayLogInPlainly, smtpConnectionOptions } from './connection.ts';
export { createDigestMail, digestTableFile } from './digest.ts';
export type { MailFile } from './digest.ts';
export { MAIL_TIME_LIMITS, createMailSender } from './sender.ts';
export type { Mail } from './sender.ts';
