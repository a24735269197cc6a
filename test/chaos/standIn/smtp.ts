import { startSmtpStandIn } from '../../support/stand-ins/smtp.ts';
import type { SmtpFault } from '../../support/stand-ins/smtp.ts';
import { openJournal } from '../journal.ts';
import { fateIn, openAttempts } from './attempts.ts';
import { followModes, httpFaultIn } from './mode.ts';
import type { Mode } from './mode.ts';

/** A mail server as a separate process: `PORT`, `JOURNAL`, `ATTEMPTS`, `SEED`. A mood lasts for a session. */
const journal = openJournal(process.env['JOURNAL']!);
const attempts = openAttempts(process.env['ATTEMPTS']!);
const moods = followModes(`smtp ${process.env['SEED']}`);
const ofSessions = new Map<string, Mode>();

function faultIn(mode: Mode): SmtpFault | undefined {
  if (mode === 'limits') return { kind: 'refuse_recipient', status: 451 };
  if (mode === 'broken') return { kind: 'refuse_at', step: 'greeting', status: 421 };
  if (mode === 'cuts') return { kind: 'lose' };
  const fault = httpFaultIn(mode, moods);
  return fault?.kind === 'hang' || fault?.kind === 'accept_and_drop' ? fault : undefined;
}

await startSmtpStandIn({
  port: Number(process.env['PORT']),
  faultOf({ id }) {
    const mode = moods.next();
    ofSessions.set(id, mode);
    return faultIn(mode);
  },
  onMail({ to, parsed: { subject = '', text = '', messageId = '' } }, { id, isLost }) {
    for (const receiver of to) {
      attempts.note({ receiver, text: `${subject}\n${text}`, fate: fateIn(ofSessions.get(id) ?? 'well') });
      if (!isLost) journal.write({ receiver, subject, text, messageId });
    }
  },
  onClose: ({ id }) => void ofSessions.delete(id),
});
process.stdout.write('ready\n');
