import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { isLoopback } from '../../../analytics/index.ts';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/** Connection options of nodemailer, the SMTP library. */
export type SmtpConnectionOptions = ConstructorParameters<typeof SMTPConnection>[0] & {
  readonly auth?: { readonly user?: string; readonly pass?: string };
};

/**
 * Returns the options of `SMTP_URL`, as nodemailer reads them. For a login to another machine, sets `requireTLS` unless the URL
 * says `?requireTLS=false`. Without TLS, an interceptor or a server without STARTTLS would receive the password as plain text.
 */
export function smtpConnectionOptions(smtpUrl: string): SmtpConnectionOptions {
  const options = parseConnectionUrl(smtpUrl) as SmtpConnectionOptions;
  const needsTls = !options.secure && hasRemoteLogin(options) && options.requireTLS === undefined;
  return needsTls ? { ...options, requireTLS: true } : options;
}

/** Returns whether the password may be sent to another machine unencrypted, because the URL allows it. */
export function mayLogInPlainly(smtpUrl: string): boolean {
  const options = smtpConnectionOptions(smtpUrl);
  return !options.secure && hasRemoteLogin(options) && !options.requireTLS;
}

function hasRemoteLogin({ auth, host }: SmtpConnectionOptions): boolean {
  return auth !== undefined && !isLoopback(host ?? 'localhost');
}
