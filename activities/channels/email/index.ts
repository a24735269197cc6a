/** Sends one e-mail over SMTP and says whether a failure is worth a retry. */
export { mayLogInPlainly, smtpConnectionOptions } from './connection.ts';
export { MAIL_TIME_LIMITS, createMailSender, domainOf } from './sender.ts';
export type { Mail, MailSender } from './sender.ts';
