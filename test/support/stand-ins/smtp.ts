import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerAddress } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import type { Hang } from './faults.ts';

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
  | { readonly kind: 'drop' }
  /** At the greeting, or at the end of a mail that it takes. */
  | Hang;

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

/** An SMTP server on a real socket. */
export async function startSmtpStandIn(
  options: {
    readonly port?: number;
    /** A mail is taken at once, and the answer goes out so much later. */
    readonly answerAfterMs?: number;
    /** The fault of a session for which none is listed. */
    readonly faultOf?: (session: { readonly id: string }) => SmtpFault | undefined;
    readonly onClose?: (session: { readonly id: string }) => void;
    /** Receives each mail that was read, before it is taken or lost. */
    readonly onMail?: (mail: TakenMail, session: { readonly id: string; readonly isLost: boolean }) => void;
  } = {},
): Promise<SmtpStandIn> {
  const mails: TakenMail[] = [];
  const faults: SmtpFault[] = [];
  const unknownRecipients = new Set<string>();
  /** Faults of the open sessions that `faultOf` gave, by session. */
  const ofSessions = new Map<string, SmtpFault>();
  const take = <K extends SmtpFault['kind']>(
    { id }: { readonly id: string },
    kind: K,
    isHere: (fault: Extract<SmtpFault, { kind: K }>) => boolean = () => true,
  ): Extract<SmtpFault, { kind: K }> | undefined => {
    const isIt = (fault?: SmtpFault): fault is Extract<SmtpFault, { kind: K }> =>
      fault?.kind === kind && isHere(fault as Extract<SmtpFault, { kind: K }>);
    const [listed] = faults;
    if (isIt(listed)) faults.shift();
    const fault = isIt(listed) ? listed : ofSessions.get(id);
    return isIt(fault) ? fault : undefined;
  };
  const refusal = (message: string, status: number): Error =>
    Object.assign(new Error(message), { responseCode: status });
  const cut = ({ id }: { readonly id: string }): void => {
    for (const connection of server.connections) if (connection.session.id === id) connection.close();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onConnect(session, callback) {
      const own = options.faultOf?.(session);
      if (own) ofSessions.set(session.id, own);
      const hang = take(session, 'hang', ({ isTaken }) => !isTaken);
      if (hang) return void hang.until.then(() => callback(refusal('Not now', 421)));
      const refused = take(session, 'refuse_at', ({ step }) => step === 'greeting');
      const status = take(session, 'drop') ? 421 : refused?.status;
      return callback(status === undefined ? null : refusal('Not now', status));
    },
    onMailFrom(_address, session, callback) {
      const refused = take(session, 'refuse_at', ({ step }) => step === 'MAIL FROM');
      const answer = (): void => callback(refused ? refusal('Not from you', refused.status) : null);
      setTimeout(answer, take(session, 'dawdle_at', ({ step }) => step === 'MAIL FROM')?.ms ?? 0);
    },
    onRcptTo(address: SMTPServerAddress, session, callback) {
      const refused = take(session, 'refuse_recipient');
      if (refused) return callback(refusal('No such user here', refused.status));
      if (unknownRecipients.has(address.address)) return callback(refusal('No such user here', 550));
      return callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const refused = take(session, 'refuse_message');
        if (refused) return callback(refusal('Not taken', refused.status));
        const isDropped = take(session, 'accept_and_drop') !== undefined;
        const isLost = !isDropped && take(session, 'lose') !== undefined;
        const hang = take(session, 'hang', ({ isTaken }) => isTaken);
        const to = session.envelope.rcptTo.map((each) => each.address);
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        return void PostalMime.parse(raw).then(async (parsed) => {
          const mail = { to, from, raw, parsed };
          options.onMail?.(mail, { id: session.id, isLost });
          if (!isLost) mails.push(mail);
          await hang?.until;
          if (isLost || isDropped || hang) return cut(session);
          const dawdle = take(session, 'dawdle_at', ({ step }) => step === 'message');
          return void setTimeout(callback, dawdle?.ms ?? options.answerAfterMs ?? 0);
        });
      });
    },
    onClose(session) {
      ofSessions.delete(session.id);
      options.onClose?.(session);
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
