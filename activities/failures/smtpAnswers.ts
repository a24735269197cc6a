import { REFUSED_FOR_MS } from './result.ts';
import type { Refusal, SendResult } from './result.ts';

/** Statuses that require a login, another login, or TLS (RFC 4954). They concern the session, whichever command they answer. */
const LOGIN_STATUSES = new Set([530, 534, 535, 538]);
/** Enhanced status codes (RFC 3463, 7505) for a mailbox that does not exist, has moved or is closed. */
const NO_SUCH_RECIPIENT = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
/**
 * Statuses for a mailbox that does not exist, if the answer to the recipient has no enhanced code (RFC 5321, 4.2.3; RFC 7504).
 */
const NO_SUCH_RECIPIENT_STATUSES = new Set([501, 550, 551, 553, 556]);
/** Enhanced status codes for a message that is too large. */
const TOO_LARGE = new Set(['5.2.3', '5.3.4']);
/** Enhanced status codes for content that the server cannot accept: attachments, encodings, conversions. */
const CONTENT = /^5\.6\.\d{1,3}$/;
/** Words that show that a status for an unknown mailbox really means a limit, a block or a closed relay. */
const OF_OTHER_THINGS =
  /\b(?:relay\w*|again|later|tempor\w*|quota|limit\w*|frequen\w*|rate|exceed\w*|too (?:many|much)|gr[ae]ylist\w*|block\w*|black\w*|deny\w*|denied|polic\w*|spam\w*|reputation|auth\w*|sender|spf|dkim|dmarc|rbl|dnsbl|listed|forwarding|rcpthosts|full)\b/i;

/** Number of characters of an answer that are searched for such words. */
const READ_CHARACTERS = 2_000;

/** Handling of a refusal that may be caused by a limit, a block or a policy, which a person can lift. Nothing was accepted. */
const REFUSAL: Refusal = { alarm: 'smtp_refused', alarmFrom: 1, endsAfterMs: REFUSED_FOR_MS };
/**
 * Handling of a temporary refusal, which a server sends for minutes (greylisting) or even for days. With the pauses of the retry
 * policy, 20 refusals take an hour.
 */
const DEFERRAL: Refusal = { alarm: 'smtp_refused', alarmFrom: 20 };

/** Answer of an SMTP server that is not a success. */
export interface SmtpAnswer {
  /** The three digits of the status. */
  readonly status: number;
  /** SMTP command that was answered. `CONN` stands for the server's greeting. `DATA` includes the answer after the message. */
  readonly command: string;
  /** Full text of the answer. It is never repeated in a reason, because it may name the user or the recipient. */
  readonly text?: string;
}

/**
 * Classifies an SMTP server's refusal by its status (RFC 5321, 4.2.1), enhanced code and command. Only an answer about this
 * recipient or this message is final. A 5yz answer to an earlier command concerns every mail of the fleet: mails wait, and an
 * alarm is raised. Any other 5yz answer to a recipient or a message is retried for a day.
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
      // 421 means that the server closes the connection (RFC 5321, 3.8). Another 4yz answer to a recipient or a message may have
      // many reasons.
      ...(status === 421 || !isOfMail ? { unavailable: true } : { refusal: DEFERRAL }),
    };
  const reason = `the mail server refused ${at} (${said})`;
  if (isTooLarge({ status, command, text }, code)) return { kind: 'refused', reason, tooLong: true };
  if (!isOfMail) return { kind: 'not_sent', reason, alarm: 'smtp_access' };
  return isFinal({ status, command, text }, code)
    ? { kind: 'refused', reason }
    : { kind: 'not_sent', reason, refusal: REFUSAL };
}

/** Returns the first enhanced status code (RFC 3463) in any line of an answer, such as `5.1.1`. */
function enhancedCode(text: string): string | undefined {
  return /^\d{3}[ -](?:#)?([245]\.\d{1,3}\.\d{1,3})\b/m.exec(text)?.[1];
}

/**
 * Returns whether the server refused the message as too large. It may do so before the message, because the size is declared with
 * the sender (RFC 1870).
 */
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

/** Removes e-mail addresses from a text, because a mailbox's name may be one of the searched words: `later@example.com`. */
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
