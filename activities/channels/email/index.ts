/** Sends one e-mail over SMTP and says whether a failure is worth a retry. */
export { domainOf } from './domain.ts';
export { MAIL_TIME_LIMITS, createMailSender } from './sender.ts';
export type { Mail, MailSender } from './sender.ts';
export { mayLogInPlainly, smtpConnectionOptions } from './smtpConnection.ts';
