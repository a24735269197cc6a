import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { openJournal } from '../journal.ts';
import { fateIn, openAttempts } from './attempts.ts';
import { followMoods } from './mood.ts';
import type { Mood } from './mood.ts';

/** A mail server as a process of its own: `PORT`, `JOURNAL`, `ATTEMPTS`, `SEED`. */
const journal = openJournal(process.env['JOURNAL']!);
const attempts = openAttempts(process.env['ATTEMPTS']!);
const moods = followMoods(`smtp ${process.env['SEED']}`);
const refusal = (message: string, responseCode: number): Error =>
  Object.assign(new Error(message), { responseCode });

/** A mail as the journal keeps it. */
export interface MailEntry {
  readonly receiver: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
}

async function take(raw: Buffer, receivers: readonly string[], mood: Mood): Promise<void> {
  const { subject = '', text = '', messageId = '' } = await PostalMime.parse(raw);
  for (const receiver of receivers) {
    attempts.note({ receiver, text: `${subject}\n${text}`, fate: fateIn(mood) });
    if (mood !== 'cuts') journal.write({ receiver, subject, text, messageId } satisfies MailEntry);
  }
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onConnect(session, callback) {
    const mood = moods.next();
    ill.set(session.id, mood);
    if (mood === 'broken') return callback(refusal('Not now', 421));
    if (mood === 'hangs') return void moods.over().then(() => callback(refusal('Not now', 421)));
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
      const mood = ill.get(session.id) ?? 'well';
      void take(
        Buffer.concat(chunks),
        session.envelope.rcptTo.map(({ address }) => address),
        mood,
      ).then(async () => {
        if (mood === 'takes_and_hangs') await moods.over();
        return mood === 'well' ? callback() : cut(session.id);
      });
    });
  },
  onClose(session) {
    ill.delete(session.id);
  },
});

/** The mood that a session began in. */
const ill = new Map<string, Mood>();

function cut(sessionId: string): void {
  for (const connection of server.connections) if (connection.session.id === sessionId) connection.close();
}

server.on('error', () => undefined);
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
