import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { sortSmtpAnswer } from '../../failures/index.ts';
import type { SendResult } from '../../failures/index.ts';
import { smtpConnectionOptions } from './connection.ts';
import type { SmtpConnectionOptions } from './connection.ts';

/** One e-mail to one recipient. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Language of subject and text, e.g. `de` (RFC 3282). */
  readonly language?: string;
  readonly html: string;
  readonly text: string;
  /** Message id with angle brackets. It is the same for each attempt of a delivery, so that a repeat can be recognised. */
  readonly messageId: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Mailing list that the recipient can unsubscribe from with one click (RFC 2919, 2369 and 8058). */
  readonly list?: { readonly id: string; readonly unsubscribeUrl: string };
  /** Files, attached after the pictures. */
  readonly files?: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
  /** Inline pictures, which the HTML refers to as `cid:`. */
  readonly pictures?: readonly {
    readonly contentId: string;
    readonly filename: string;
    readonly png: Uint8Array;
  }[];
}

/** The caller's control over the sending of one mail. */
export interface MailHold {
  /** Signal that ends the sending early, with the outcome known by then. */
  readonly signal?: AbortSignal;
  /**
   * Called before the first byte of the message is sent, when the server waits for it. If it returns false or fails, nothing is
   * sent.
   */
  readonly begin?: () => Promise<boolean>;
}

/** Sender of single mails, which returns the outcome of each. */
export interface MailSender {
  send(mail: Mail, hold?: MailHold): Promise<SendResult>;
}

/** Time limits of one mail, in milliseconds. */
export interface MailTimeLimits {
  /**
   * Time from connecting to the first byte of the message. Giving up is harmless, because nothing was sent: the mail is retried.
   */
  readonly beforeBodyMs: number;
  /**
   * Time from the first byte of the message to the server's answer. Giving up may send the mail twice. RFC 5321, 4.5.3.2.6,
   * recommends 10 minutes.
   */
  readonly answerMs: number;
}

/** Time limits whose sum is below the time limit of the activity (`SEND_SLOWLY` in workflows/profiles.ts). */
export const MAIL_TIME_LIMITS: MailTimeLimits = { beforeBodyMs: 90_000, answerMs: 600_000 };

/**
 * Creates a sender that opens one SMTP connection per mail. A failure before the message's first byte means that nothing was
 * sent; afterwards only the server's answer shows the outcome. A send takes no longer than `timeLimits`, however slow the server
 * is.
 * @param smtpUrl `smtp://` or `smtps://`, with user and password if needed. No returned reason contains the URL. A login to
 * another machine uses TLS (see `smtpConnectionOptions`)
 */
export function createMailSender(smtpUrl: string, timeLimits: MailTimeLimits = MAIL_TIME_LIMITS): MailSender {
  const options = {
    ...smtpConnectionOptions(smtpUrl),
    connectionTimeout: timeLimits.beforeBodyMs,
    greetingTimeout: timeLimits.beforeBodyMs,
    // Lets the deadlines below end first, because the socket's own timeout restarts with every line.
    socketTimeout: timeLimits.beforeBodyMs + timeLimits.answerMs,
  };
  return {
    async send(mail, hold = {}) {
      const message = await compose(mail);
      return transmit({ options, mail, message, timeLimits, hold });
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
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(mail.language !== undefined && { 'Content-Language': mail.language }),
      ...(mail.list && listHeaders(mail.list)),
      ...mail.headers,
    },
    attachments: [
      ...(mail.pictures ?? []).map((picture) => ({
        filename: picture.filename,
        content: Buffer.from(picture.png),
        cid: picture.contentId,
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
      })),
      ...(mail.files ?? []).map((file) => ({ ...file, contentDisposition: 'attachment' as const })),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/**
 * Returns the headers of a mailing list as single lines, because some programs read a line break inside an address as a space.
 */
function listHeaders({ id, unsubscribeUrl }: NonNullable<Mail['list']>) {
  return {
    'List-Id': { prepared: true, value: `<${id}>` },
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

interface Transmission {
  readonly options: SmtpConnectionOptions;
  readonly mail: Mail;
  readonly message: Buffer;
  readonly timeLimits: MailTimeLimits;
  readonly hold: MailHold;
}

async function transmit({ options, mail, message, timeLimits, hold }: Transmission): Promise<SendResult> {
  const connection = new SMTPConnection(options);
  const { signal, begin = () => Promise.resolve(true) } = hold;
  let bodyLeft = false;
  let isOver = false;
  let deadline: NodeJS.Timeout | undefined;
  let giveUp = (_error: unknown): void => undefined;
  const limit = (ms: number): void => {
    clearTimeout(deadline);
    deadline = setTimeout(() => giveUp({ code: 'TOO_SLOW' }), ms);
  };
  const stop = (): void => giveUp({ code: 'STOPPED' });
  let asked: Promise<void> | undefined;
  const body = new Readable({
    read() {
      asked ??= begin().then(
        (mayLeave) => {
          if (isOver) return;
          if (!mayLeave) return giveUp({ code: 'OVERTAKEN' });
          bodyLeft = true;
          limit(timeLimits.answerMs);
          body.push(message);
          body.push(null);
        },
        () => giveUp({ code: 'NOT_NOTED' }),
      );
    },
  });
  try {
    return await new Promise<SendResult>((resolve) => {
      const end = (error: unknown): void => {
        isOver = true;
        resolve(sortMailError(error, bodyLeft));
      };
      giveUp = end;
      limit(timeLimits.beforeBodyMs);
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop);
      connection.on('error', end);
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
    clearTimeout(deadline);
    signal?.removeEventListener('abort', stop);
    body.destroy();
    connection.close();
  }
}

/** Codes of failures that happen after the mail server requested the message, so that the server is known to be available. */
const NOT_ITS_FAULT = new Set<string | undefined>(['OVERTAKEN', 'NOT_NOTED']);
/** Reasons of failures that Tripline itself caused, by code. */
const ENDED_BY_US: Readonly<Record<string, string>> = {
  TOO_SLOW: 'the mail server took too long',
  STOPPED: 'the attempt was stopped',
  OVERTAKEN: 'another attempt at this mail has begun',
  NOT_NOTED: 'the start of the attempt could not be recorded',
};

const NO_TLS =
  'the mail server offers no TLS (STARTTLS), and SMTP_URL has a user, whose password would be sent as plain text: nothing was sent';

/** An error that nodemailer throws. */
interface MailError {
  readonly code?: string;
  /** Code of the system error that led to `code`, if there was one. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  /** All lines of the server's answer. */
  readonly response?: string;
  /** SMTP command that the server answered; `API` when nodemailer itself refused the mail. */
  readonly command?: string;
  readonly message?: string;
}

/** Classifies the error of a send. The reason never contains the server's text, because that may name the refused user. */
function sortMailError(thrown: unknown, bodyLeft: boolean): SendResult {
  const error = (thrown ?? {}) as MailError;
  const { code, responseCode: status, command = '', response } = error;
  const isStatus = status !== undefined && status >= 400 && status < 600;
  if (command === 'STARTTLS' && isStatus) return { kind: 'not_sent', reason: NO_TLS, alarm: 'smtp_access' };
  // Once the message's first byte is sent, uses only an answer to `DATA`. A line on a closing connection is no such answer.
  if (isStatus && (!bodyLeft || command === 'DATA'))
    return sortSmtpAnswer({ status, command, ...(response !== undefined && { text: response }) });
  const own = response === undefined && !bodyLeft ? sortOwnRefusal(error) : undefined;
  if (own) return own;
  const why = ENDED_BY_US[code ?? ''] ?? whyBroken(error);
  const about = code === 'STOPPED' ? { unasked: true } : NOT_ITS_FAULT.has(code) ? {} : { unavailable: true };
  if (bodyLeft)
    return { kind: 'unknown_outcome', reason: `${why} before it confirmed the message`, ...about };
  return { kind: 'not_sent', reason: `${why} before the message left`, ...about };
}

/** Classifies the errors with which nodemailer itself refuses a mail, without an answer from the server. */
function sortOwnRefusal({ code, command, message }: MailError): SendResult | undefined {
  if (code === 'EAUTH') return sortSmtpAnswer({ status: 535, command: 'AUTH' });
  if (code === 'EENVELOPE' && message?.startsWith('Invalid sender'))
    return { kind: 'not_sent', reason: 'EMAIL_FROM is not an e-mail address', alarm: 'smtp_access' };
  if (code === 'EENVELOPE' && command === 'API')
    return { kind: 'refused', reason: 'the address is not an e-mail address' };
  if (code === 'EMESSAGE' && command === 'MAIL FROM')
    return { kind: 'refused', reason: 'the mail is larger than the mail server accepts', tooLong: true };
  return undefined;
}

function whyBroken({ code, originalCode, response }: MailError): string {
  if (response !== undefined) return "the mail server's answer cannot be read";
  return `the connection to the mail server broke (${originalCode ?? code ?? 'unknown'})`;
}

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** Returns the host after the `@` of a sender's address, or a placeholder if there is none. */
export function domainOf(from: string): string {
  return /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'tripline.invalid';
}
