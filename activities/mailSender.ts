import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { sortSmtpStatus } from './failure.ts';
import type { SendResult } from './failure.ts';

/** One e-mail to one receiver. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Stable per delivery, with angle brackets, so that a repeat can be recognised. */
  readonly messageId: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Inline pictures, referred to as `cid:` in the HTML. */
  readonly pictures?: readonly {
    readonly contentId: string;
    readonly filename: string;
    readonly png: Uint8Array;
  }[];
}

/** Sends one mail and says how it ended. */
export interface MailSender {
  send(mail: Mail): Promise<SendResult>;
}

/** Connecting, greeting and each answer may take this long. */
const TIMEOUT_MS = 15_000;

/**
 * A sender over one SMTP connection a mail. It knows whether the message's body began to leave:
 * before that nothing can have arrived, after it only the server's answer tells.
 * @param smtpUrl `smtp://` or `smtps://` with user and password when needed; never part of a reason
 */
export function createMailSender(smtpUrl: string): MailSender {
  const options = {
    ...parseConnectionUrl(smtpUrl),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  return {
    async send(mail) {
      const message = await compose(mail);
      return transmit(options, mail, message);
    },
  };
}

async function compose(mail: Mail): Promise<Buffer> {
  const composer = new MailComposer({
    from: mail.from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    attachments: (mail.pictures ?? []).map((picture) => ({
      filename: picture.filename,
      content: Buffer.from(picture.png),
      cid: picture.contentId,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

type ConnectionOptions = ConstructorParameters<typeof SMTPConnection>[0];

async function transmit(
  options: ConnectionOptions & { auth?: unknown },
  mail: Mail,
  message: Buffer,
): Promise<SendResult> {
  const connection = new SMTPConnection(options);
  let bodyLeft = false;
  const body = new Readable({
    read() {
      bodyLeft = true;
      this.push(message);
      this.push(null);
    },
  });
  try {
    return await new Promise<SendResult>((resolve) => {
      const end = (error: unknown): void => resolve(sortMailError(error, bodyLeft));
      connection.once('error', end);
      connection.connect((connectError?: unknown) => {
        if (connectError) return end(connectError);
        const send = (): void =>
          connection.send(
            { from: addressOf(mail.from), to: [mail.to], size: message.length },
            body,
            (error: unknown, info: { response?: string } | undefined) =>
              error
                ? end(error)
                : resolve({
                    kind: 'sent',
                    reference: { message_id: mail.messageId, answer: (info?.response ?? '').slice(0, 200) },
                  }),
          );
        if (!options.auth) return send();
        return connection.login(options.auth, (error: unknown) => (error ? end(error) : send()));
      });
    });
  } finally {
    body.destroy();
    connection.close();
  }
}

/** The reason never repeats what the server wrote: its text may name the user it refused. */
function sortMailError(error: unknown, bodyLeft: boolean): SendResult {
  const { code, responseCode, command, message } = (error ?? {}) as {
    code?: string;
    responseCode?: number;
    command?: string;
    message?: string;
  };
  // Once the body is on its way, only an answer to it counts; a line on a closing connection is not one.
  const isAnswer = typeof responseCode === 'number' && (!bodyLeft || command === 'DATA');
  if (isAnswer) return sortSmtpStatus(responseCode, command ?? '');
  if (code === 'EAUTH') return sortSmtpStatus(535, 'AUTH');
  if (code === 'EENVELOPE' && message?.startsWith('Invalid sender'))
    return { kind: 'not_sent', reason: 'EMAIL_FROM is no e-mail address', alarm: 'smtp_access' };
  if (code === 'EENVELOPE') return { kind: 'refused', reason: 'the address is no e-mail address' };
  if (code === 'EMESSAGE')
    return { kind: 'refused', reason: 'the mail is larger than the mail server takes' };
  if (bodyLeft)
    return {
      kind: 'unclear',
      reason: `the connection to the mail server broke before it confirmed the message (${code ?? 'unknown'})`,
    };
  return { kind: 'not_sent', reason: `the mail server cannot be reached (${code ?? 'unknown'})` };
}

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}
