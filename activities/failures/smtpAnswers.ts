import { REFUSED_FOR_MS } from './result.ts';
import type { Refusal, SendResult } from './result.ts';

/** Statuses of RFC 4954: log in first, in another way, or over TLS. They concern the session, whichever command they answer. */
const LOGIN_STATUSES = new Set([530, 534, 535, 538]);
/** Enhanced codes (RFC 3463, 7505) for a mailbox that does not exist, has moved or is closed. */
const NO_SUCH_RECIPIENT = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
/** Statuses with the same meaning without an enhanced code, for the recipient alone (RFC 5321, 4.2.3; RFC 7504). */
const NO_SUCH_RECIPIENT_STATUSES = new Set([501, 550, 551, 553, 556]);
/** Enhanced codes for a message that is too large. */
const TOO_LARGE = new Set(['5.2.3', '5.3.4']);
/** Enhanced codes for content that the receiver cannot take: attachments, encodings, conversions. */
const CONTENT = /^5\.6\.\d{1,3}$/;
/** Words that show a limit, a block or a closed relay behind a server's status for an unknown mailbox. */
const OF_OTHER_THINGS =
  /\b(?:relay\w*|again|later|tempor\w*|quota|limit\w*|frequen\w*|rate|exceed\w*|too (?:many|much)|gr[ae]ylist\w*|block\w*|black\w*|deny\w*|denied|polic\w*|spam\w*|reputation|auth\w*|sender|spf|dkim|dmarc|rbl|dnsbl|listed|forwarding|rcpthosts|full)\b/i;

/** Characters of an answer that are searched for such words. */
const READ_CHARACTERS = 2_000;

/** Refusal that may be a limit, a block or a policy that a person lifts; nothing was accepted. */
const REFUSAL: Refusal = { alarm: 'smtp_refused', alarmFrom: 1, endsAfterMs: REFUSED_FOR_MS };
/** "Not now", which a server answers for minutes (greylisting) and maybe for days: the profile's pauses make 20 of an hour. */
const DEFERRAL: Refusal = { alarm: 'smtp_refused', alarmFrom: 20 };

/** An SMTP server's answer that is not a success. */
export interface SmtpAnswer {
  /** The three digits of the status. */
  readonly status: number;
  /** The command that was answered: `CONN` is the greeting, `DATA` also the answer after the message. */
  readonly command: string;
  /** All of the answer. It is read, and never repeated, because it may name the user or the recipient. */
  readonly text?: string;
}

/**
 * Classifies an SMTP server's refusal by its status (RFC 5321, 4.2.1), its enhanced code and the command it answered. Only
 * answers about this recipient or this message are final. A 5yz before them concerns every mail of the fleet: they wait, and a
 * person is notified. Any other 5yz to a recipient or a message is retried for a day.
 */
export function sortSmtpAnswer({ status, command, text = '' }: SmtpAnswer): SendResult {
  const at = stepOf(command);
  const isOfMail = command === 'RCPT TO' || command === 'DATA';
  if (command.startsWith('AUTH') || LOGIN_STATUSES.has(status))
    return {
      kind: 'not_sent',
      reason: `the mail server refused the login (${status})`,
      alarm: 'smtp_access',
    };
  const code = enhancedCode(text);
  const said = code === undefined ? String(status) : `${status} ${code}`;
  if (status < 500)
    return {
      kind: 'not_sent',
      reason: `the mail server cannot take ${at} now (${said})`,
      // 421 means that the server closes down (RFC 5321, 3.8). To a recipient or a message, another 4yz has many a reason.
      ...(status === 421 || !isOfMail ? { unavailable: true } : { refusal: DEFERRAL }),
    };
  const reason = `the mail server refused ${at} (${said})`;
  if (isTooLarge({ status, command, text }, code)) return { kind: 'refused', reason, tooLong: true };
  if (!isOfMail) return { kind: 'not_sent', reason, alarm: 'smtp_access' };
  return isFinal({ status, command, text }, code)
    ? { kind: 'refused', reason }
    : { kind: 'not_sent', reason, refusal: REFUSAL };
}

/** Returns the first code of RFC 3463 in an answer, in whichever of its lines: `5.1.1`. */
function enhancedCode(text: string): string | undefined {
  return /^\d{3}[ -](?:#)?([245]\.\d{1,3}\.\d{1,3})\b/m.exec(text)?.[1];
}

/** Returns whether the message is too large, which is also answered at once to a size declared with the sender (RFC 1870). */
function isTooLarge({ status, command, text = '' }: SmtpAnswer, code: string | undefined): boolean {
  if (command === 'RCPT TO') return false;
  if (code !== undefined) return TOO_LARGE.has(code);
  return status === 552 && !OF_OTHER_THINGS.test(text.replace(/\b(?:size|limit\w*|exceed\w*)\b/gi, ''));
}

function isFinal({ status, command, text = '' }: SmtpAnswer, code: string | undefined): boolean {
  if (code !== undefined) return NO_SUCH_RECIPIENT.has(code) || (command === 'DATA' && CONTENT.test(code));
  return (
    command === 'RCPT TO' &&
    NO_SUCH_RECIPIENT_STATUSES.has(status) &&
    !OF_OTHER_THINGS.test(withoutAddresses(text.slice(0, READ_CHARACTERS)))
  );
}

/** Removes addresses from a text, because a mailbox may have any name: `later@example.com`. */
function withoutAddresses(text: string): string {
  return text.replace(/\S+@\S+/g, '');
}

function stepOf(command: string): string {
  const steps: Readonly<Record<string, string>> = {
    'RCPT TO': 'the recipient',
    'MAIL FROM': 'the sender',
    DATA: 'the message',
  };
  return steps[command] ?? 'the connection';
}
