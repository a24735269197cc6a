import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { openJournal } from '../journal.ts';
import { fateIn, openAttempts } from './attempts.ts';
import { followModes } from './mode.ts';
import type { Mode } from './mode.ts';

/** A mail server as a separate process: `PORT`, `JOURNAL`, `ATTEMPTS`, `SEED`. */
const journal = openJournal(process.env['JOURNAL']!);
const attempts = openAttempts(process.env['ATTEMPTS']!);
const moods = followModes(`smtp ${process.env['SEED']}`);
const refusal = (message: string, responseCode: number): Error =>
  Object.assign(new Error(message), { responseCode });

/** A mail in the journal. */
export interface MailEntry {
  readonly receiver: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
}

async function take(raw: Buffer, receivers: readonly string[], mode: Mode): Promise<void> {
  const { subject = '', text = '', messageId = '' } = await PostalMime.parse(raw);
  for (const receiver of receivers) {
    attempts.note({ receiver, text: `${subject}\n${text}`, fate: fateIn(mode) });
    if (mode !== 'cuts') journal.write({ receiver, subject, text, messageId } satisfies MailEntry);
  }
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onConnect(session, callback) {
    const mode = moods.next();
    ill.set(session.id, mode);
    if (mode === 'broken') return callback(refusal('Not now', 421));
    if (mode === 'hangs') return void moods.over().then(() => callback(refusal('Not now', 421)));
    return callback();
  },
  onRcptTo(_address, session, callback) {
    if (ill.get(session.id) === 'limits') return callback(refusal('Come back later', 451));
    return callback();
  },
  onData(stream, session, callback) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const mode = ill.get(session.id) ?? 'well';
      void take(
        Buffer.concat(chunks),
        session.envelope.rcptTo.map(({ address }) => address),
        mode,
      ).then(async () => {
        if (mode === 'takes_and_hangs') await moods.over();
        return mode === 'well' ? callback() : cut(session.id);
      });
    });
  },
  onClose(session) {
    ill.delete(session.id);
  },
});

/** Mood of each session, from its beginning. */
const ill = new Map<string, Mode>();

function cut(sessionId: string): void {
  for (const connection of server.connections) if (connection.session.id === sessionId) connection.close();
}

server.on('error', () => undefined);
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
