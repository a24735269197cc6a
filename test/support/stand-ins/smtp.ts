import { appendFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerAddress } from 'smtp-server';
import type { AddressInfo } from 'node:net';

/** A mail that the server has accepted. */
export interface TakenMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly raw: Buffer;
  readonly parsed: Email;
}

/** A reaction to the next mail: first in, first used. */
export type SmtpFault =
  /** Answers at this step instead of going on. */
  | { readonly kind: 'refuse_at'; readonly step: 'greeting' | 'MAIL FROM'; readonly status: number }
  | { readonly kind: 'refuse_recipient'; readonly status: number }
  | { readonly kind: 'refuse_message'; readonly status: number }
  /** Takes the mail, then cuts the line instead of answering. */
  | { readonly kind: 'accept_and_drop' }
  /** Reads the mail, takes nothing of it, and cuts the line. */
  | { readonly kind: 'lose' }
  /** Says nothing at this step for so long, then goes on. */
  | { readonly kind: 'dawdle_at'; readonly step: 'MAIL FROM' | 'message'; readonly ms: number }
  /** Cuts the line at the greeting. */
  | { readonly kind: 'drop' };

export interface SmtpStandIn {
  readonly url: string;
  readonly mails: TakenMail[];
  /** Recipients refused for good with 550. */
  readonly unknownRecipients: Set<string>;
  fault(...faults: SmtpFault[]): void;
  /** Removes the faults that are still to come. */
  clearFaults(): void;
  close(): Promise<void>;
}

/**
 * An SMTP server on a real socket.
 * @param options with `journal`, every mail is appended to that file before the answer goes out
 */
export async function startSmtpStandIn(
  options: {
    readonly journal?: string;
    readonly port?: number;
    /** A mail is taken at once, and the answer goes out so much later. */
    readonly answerAfterMs?: number;
  } = {},
): Promise<SmtpStandIn> {
  const mails: TakenMail[] = [];
  const faults: SmtpFault[] = [];
  const unknownRecipients = new Set<string>();
  const next = (kind: SmtpFault['kind']): SmtpFault | undefined =>
    faults[0]?.kind === kind ? faults.shift() : undefined;
  const refusal = (message: string, status: number): Error =>
    Object.assign(new Error(message), { responseCode: status });
  const refusedAt = (step: 'greeting' | 'MAIL FROM'): number | undefined => {
    const [fault] = faults;
    if (fault?.kind !== 'refuse_at' || fault.step !== step) return undefined;
    faults.shift();
    return fault.status;
  };
  const dawdledAt = (step: 'MAIL FROM' | 'message'): number => {
    const [fault] = faults;
    if (fault?.kind !== 'dawdle_at' || fault.step !== step) return options.answerAfterMs ?? 0;
    faults.shift();
    return fault.ms;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(_session, callback) {
      const status = next('drop') ? 421 : refusedAt('greeting');
      callback(status === undefined ? null : refusal('Not now', status));
    },
    onMailFrom(_address, _session, callback) {
      const status = refusedAt('MAIL FROM');
      const answer = (): void => callback(status === undefined ? null : refusal('Not from you', status));
      setTimeout(answer, faults[0]?.kind === 'dawdle_at' ? dawdledAt('MAIL FROM') : 0);
    },
    onRcptTo(address: SMTPServerAddress, _session, callback) {
      const fault = next('refuse_recipient');
      if (fault?.kind === 'refuse_recipient') return callback(refusal('No such user here', fault.status));
      if (unknownRecipients.has(address.address)) return callback(refusal('No such user here', 550));
      return callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const fault = next('refuse_message') ?? next('accept_and_drop');
        if (fault?.kind === 'refuse_message') return callback(refusal('Not taken', fault.status));
        if (next('lose')) {
          for (const connection of server.connections) connection.close();
          return;
        }
        const to = session.envelope.rcptTo.map((each) => each.address);
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        void PostalMime.parse(raw).then((parsed) => {
          mails.push({ to, from, raw, parsed });
          if (options.journal)
            appendFileSync(
              options.journal,
              `${JSON.stringify({ to, messageId: parsed.messageId, subject: parsed.subject, text: parsed.text })}\n`,
            );
          if (fault?.kind === 'accept_and_drop') {
            for (const connection of server.connections) connection.close();
            return;
          }
          setTimeout(callback, dawdledAt('message'));
        });
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  const port = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    unknownRecipients,
    clearFaults: () => void faults.splice(0),
    fault(...list) {
      faults.push(...list);
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
